import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload, type SourceOrigin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A V8 stack frame: `at name (file:line:column)`, or without name and brackets. */
const FRAME = /^( {4}at (?:.* \(|async )?)((?:file:\/\/)?\/[^():\n]+):(\d+):(\d+)(\)?)$/gm;

/** Only files of this program are mapped: a stack trace starts with the message, which may name any file. */
const PROGRAM_DIR = join(dirname(fileURLToPath(import.meta.url)), '/');

/** How long a parsed map is cached. It has megabytes and takes tens of milliseconds to parse; a missing map is cached as well. */
const KEPT_MS = 60_000;
const parsed = new Map<string, SourceMap | undefined>();

/**
 * Maps the frames of a stack trace to the TypeScript source. The map is read only when a trace is logged: Node's `--enable-source-maps` reads the
 * maps of all packages at start, which takes 18 MiB per service. A frame of a package names its file without the line. Frames of programs
 * without a map are not changed.
 */
export const mapStackTrace = (stack: string): string =>
  stack.replace(FRAME, (frame, before: string, file: string, line: string, column: string, after: string) => {
    const at = originOf({ file, line: Number(line), column: Number(column) });
    return at === undefined ? frame : `${before}${at}${after}`;
  });

/** Maps the stack trace of an uncaught error that ends the process. */
export const mapUncaughtStackTraces = (): void => {
  process.on('uncaughtExceptionMonitor', (error) => {
    // Errors with a read-only stack are printed unmapped.
    if (error instanceof Error && typeof error.stack === 'string') Reflect.set(error, 'stack', mapStackTrace(error.stack));
  });
};

/** Undefined when the origin is unknown for any reason: logging a trace must never throw. */
const originOf = ({ file, line, column }: { file: string; line: number; column: number }): string | undefined => {
  try {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    const origin: Partial<SourceOrigin> | undefined = path.startsWith(PROGRAM_DIR) ? mapOf(path)?.findOrigin(line, column) : undefined;
    if (origin?.fileName === undefined) return undefined;
    const source = fileURLToPath(new URL(origin.fileName, pathToFileURL(path)));
    // The map has the lines of the service's own code only.
    return source.includes('/node_modules/') ? source : `${source}:${origin.lineNumber}:${origin.columnNumber}`;
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
