import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Not the pages: the gateway fills them in. */
const TEXT = /\.(js|css|svg|json|txt|xml|webmanifest)$/u;
const MIN_BYTES = 1024;
const compressed = [
  { suffix: '.br', compress: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) },
  { suffix: '.gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
];

/** Writes compressed copies beside the text files, so that no visitor waits for the compression. */
export const writeCompressed = async (outDir: string): Promise<void> => {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  // The folder of the build may itself be below a hidden one.
  const isHidden = (folder: string): boolean => relative(outDir, folder).startsWith('.');
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name) && !isHidden(entry.parentPath));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const bytes = await readFile(path);
      if (bytes.length < MIN_BYTES) return;
      await Promise.all(compressed.map(async ({ suffix, compress }) => writeFile(`${path}${suffix}`, await compress(bytes))));
    }),
  );
};
