import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const READ_BACK_BYTES = 16_384;

/** Opens a child's log for appending, its folder made where missing. */
export function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'a');
}

/** The last lines of a log, looking no further back than `from` (a byte offset). */
export function lastLines({ path, from, count }: { path: string; from: number; count: number }): string[] {
  const size = sizeOf(path);
  const start = Math.max(from, size - READ_BACK_BYTES);
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

/** 0 for a file that is not there yet. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
