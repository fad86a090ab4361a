import { fileURLToPath } from 'node:url';
import { buildAll, buildForImages } from '@stagereel/stack';

// node --import tsx tools/build.ts builds everything that the images contain.
export { buildAll };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildForImages();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
