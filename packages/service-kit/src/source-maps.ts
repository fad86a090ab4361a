import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload, type SourceOrigin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** As V8 writes it: `at name (file:line:column)`, or without a name and the brackets. */
const FRAME = /^( {4}at (?:.* \(|async )?)((?:file:\/\/)?\/[^():\n]+):(\d+):(\d+)(\)?)$/gm;

/** Only what was built with this file is looked up: a trace begins with a message, and that may name any file. */
const PROGRAM_DIR = join(dirname(fileURLToPath(import.meta.url)), '/');

/** Megabytes, and tens of milliseconds to parse: one that is missing is remembered as well. */
const KEPT_MS = 60_000;
const parsed = new Map<string, SourceMap | undefined>();

/**
 * A stack trace in which frames name the TypeScript that a program was bundled from. Its map is read for it, so not before a trace is to be seen:
 * Node's own flag reads the maps of all packages at the start, and packages ask for many a trace that nobody looks at. Frames in packages, and
 * those of a program without a map, stay as they are.
 */
export const inSource = (stack: string): string =>
  stack.replace(FRAME, (frame, before: string, file: string, line: string, column: string, after: string) => {
    const at = originOf({ file, line: Number(line), column: Number(column) });
    return at === undefined ? frame : `${before}${at}${after}`;
  });

/** Has Node name the TypeScript, too, when it ends a program by an error that nobody caught. */
export const nameSourceOfUncaught = (): void => {
  process.on('uncaughtExceptionMonitor', (error) => {
    // One that cannot be changed is written as it is.
    if (error instanceof Error && typeof error.stack === 'string') Reflect.set(error, 'stack', inSource(error.stack));
  });
};

/** Undefined where that is not known, for whatever reason: a trace must not fail. */
const originOf = ({ file, line, column }: { file: string; line: number; column: number }): string | undefined => {
  try {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    const origin: Partial<SourceOrigin> | undefined = path.startsWith(PROGRAM_DIR) ? mapOf(path)?.findOrigin(line, column) : undefined;
    if (origin?.fileName === undefined) return undefined;
    return `${fileURLToPath(new URL(origin.fileName, pathToFileURL(path)))}:${origin.lineNumber}:${origin.columnNumber}`;
  } catch {
    return undefined;
  }
};

const mapOf = (path: string): SourceMap | undefined => {
  if (!parsed.has(path)) {
    parsed.set(path, readMap(`${path}.map`));
    setTimeout(() => parsed.delete(path), KEPT_MS).unref();
  }
  return parsed.get(path);
};

const readMap = (path: string): SourceMap | undefined => {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
};
