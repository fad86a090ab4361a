import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The JavaScript that every page loads, and what a customer's page loads with it. Each is a chunk with all that it imports. */
const ENTRY_LIMIT_KB = 140;
const PAGE_LIMIT_KB = 198;

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

const entry = 'index.html';
const pages = Object.keys(manifest).filter((key) => /^src\/app\/routes\/[^/]+\.tsx$/.test(key) && manifest[key].isDynamicEntry);
const rows = [
  { name: 'entry', size: firstLoad([entry]), limit: ENTRY_LIMIT_KB },
  ...pages.map((page) => ({ name: page.replace('src/app/routes/', ''), size: firstLoad([entry, page]), limit: PAGE_LIMIT_KB })),
];

console.log('First-load JavaScript, gzip:');
for (const { name, size, limit } of rows) console.log(`  ${size.toFixed(1).padStart(6)} kB of ${limit}  ${name}`);

const tooBig = rows.filter(({ size, limit }) => size > limit);
if (tooBig.length > 0) {
  console.error(`Too large: ${tooBig.map(({ name, size, limit }) => `${name} (${size.toFixed(1)} kB of ${limit})`).join(', ')}`);
  process.exit(1);
}
