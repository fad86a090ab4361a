import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** As V8 writes it: `at name (file:line:column)`, or without a name and the brackets. */
const FRAME = /^( {4}at (?:.* \(|async )?)((?:file:\/\/)?\/[^():\n]+):(\d+):(\d+)(\)?)$/gm;

/** Megabytes once they are parsed: kept for as long as traces keep coming, and the memory is not needed. */
const parsed = new Map<string, WeakRef<SourceMap>>();

/**
 * A stack trace in which frames name the TypeScript that a program was bundled from. Its map is read for it, so not before a trace is to be seen:
 * Node's own flag reads the maps of all packages at the start, and packages ask for many a trace that nobody looks at. Frames in packages, and
 * those of a program without a map, stay as they are.
 */
export const inSource = (stack: string): string =>
  stack.replace(FRAME, (frame, before: string, file: string, line: string, column: string, after: string) => {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    const origin = mapOf(path)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return frame;
    const source = fileURLToPath(new URL(origin.fileName, pathToFileURL(path)));
    return `${before}${source}:${origin.lineNumber}:${origin.columnNumber}${after}`;
  });

/** Has Node name the TypeScript, too, when it ends a program by an error that nobody caught. */
export const nameSourceOfUncaught = (): void => {
  process.on('uncaughtExceptionMonitor', (error) => {
    if (error instanceof Error && error.stack !== undefined) error.stack = inSource(error.stack);
  });
};

const mapOf = (path: string): SourceMap | undefined => {
  if (path.includes('/node_modules/')) return undefined;
  const known = parsed.get(path)?.deref();
  if (known) return known;
  const map = readMap(`${path}.map`);
  if (map) parsed.set(path, new WeakRef(map));
  return map;
};

/** Undefined where there is none, or none that can be read: a trace must not fail. */
const readMap = (path: string): SourceMap | undefined => {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
};
