import { buildAll, buildForImages } from '@stagereel/stack';

// node --import tsx tools/build.ts builds everything that the images contain; with "shop", what npm start runs.
try {
  await (process.argv[2] === 'shop' ? buildAll() : buildForImages());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
