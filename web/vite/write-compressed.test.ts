import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { writeCompressed } from './write-compressed.ts';

test('when the build is below a hidden folder, then its text files get compressed copies, but not its pages and hidden files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'stagereel-web-'));
  const outDir = join(root, '.cache/build');
  const text = 'ステージリール'.repeat(400);
  for (const folder of ['assets', '.vite']) await mkdir(join(outDir, folder), { recursive: true });
  for (const name of ['assets/app.js', 'assets/font.woff2', 'index.html', '.vite/manifest.json']) await writeFile(join(outDir, name), text);
  await writeFile(join(outDir, 'assets/small.js'), 'small');
  await writeCompressed(outDir);
  const copies = (await readdir(outDir, { recursive: true })).filter((name) => /\.(br|gz)$/.test(name));
  expect(copies.sort()).toEqual(['assets/app.js.br', 'assets/app.js.gz']);
  expect(brotliDecompressSync(await readFile(join(outDir, 'assets/app.js.br'))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(outDir, 'assets/app.js.gz'))).toString()).toBe(text);
  await rm(root, { recursive: true });
});
