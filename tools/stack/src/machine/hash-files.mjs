import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const GENERATED = new Set(['node_modules', 'dist', '.tsc', '.cache']);

/**
 * One hash of the names and contents of the given files and of all files below the given folders. Skips generated folders.
 * @param {{ root: string, paths: string[] }} input `paths` are relative to `root`, so that the hash does not depend on where the checkout is
 */
export function hashFiles({ root, paths }) {
  const hash = createHash('sha256');
  const files = paths.flatMap((path) => listFiles({ root, path })).sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

/**
 * Lists a file, or all files below a folder, by their paths relative to `root`. Skips generated folders.
 * @param {{ root: string, path: string }} input
 * @returns {string[]}
 */
function listFiles({ root, path }) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !GENERATED.has(name))
    .flatMap((name) => listFiles({ root, path: join(path, name) }));
}
