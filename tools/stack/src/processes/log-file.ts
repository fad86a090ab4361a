import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_READ_BYTES = 16_384;

/** Opens a log file for appending, and creates its folder if it is missing. */
export function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'a');
}

/** The last lines of a log after the byte offset `from`. */
export function lastLines({ path, from, count }: { path: string; from: number; count: number }): string[] {
  const size = sizeOf(path);
  const start = Math.max(from, size - MAX_READ_BYTES);
  const buffer = Buffer.alloc(Math.max(0, size - start));
  if (buffer.length === 0) return [];
  const file = openSync(path, 'r');
  try {
    readSync(file, buffer, 0, buffer.length, start);
  } finally {
    closeSync(file);
  }
  return buffer
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count);
}

/** The size in bytes; 0 for a file that does not exist yet. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
