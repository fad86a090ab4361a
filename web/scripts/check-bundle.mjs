import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The JavaScript a visitor loads before a page shows: the entry with what it imports, and the page's own chunk with what that imports. */
const LIMIT_KB = 200;

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

const withImports = (key, found = new Set()) => {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key].imports ?? []) withImports(imported, found);
  return found;
};

const sizes = new Map();
const gzipBytes = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist))).length);
  return sizes.get(file);
};

const firstLoad = (keys) => {
  const all = new Set(keys.flatMap((key) => [...withImports(key)]));
  const files = new Set([...all].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')));
  return [...files].reduce((sum, file) => sum + gzipBytes(file), 0) / 1000;
};

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const pages = Object.keys(manifest).filter((key) => /^src\/app\/routes\/[^/]+\.tsx$/.test(key) && manifest[key].isDynamicEntry);
const rows = [['entry', firstLoad([entry])], ...pages.map((page) => [page.replace('src/app/routes/', ''), firstLoad([entry, page])])];

console.log(`First-load JavaScript, gzip (limit ${LIMIT_KB} kB):`);
for (const [name, size] of rows) console.log(`  ${size.toFixed(1).padStart(6)} kB  ${name}`);

const tooBig = rows.filter(([, size]) => size > LIMIT_KB);
if (tooBig.length > 0) {
  console.error(`Too large: ${tooBig.map(([name, size]) => `${name} (${size.toFixed(1)} kB)`).join(', ')}`);
  process.exit(1);
}
