import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { createImageProcess } from './image-process.ts';

test('when pictures are decoded, then the process that does it has none of the secrets in the environment of the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'image-process-'));
  const program = join(folder, 'report-environment.mjs');
  await writeFile(program, "process.on('message', ({ id }) => process.send({ id, result: Object.keys(process.env) }));");
  process.env['S3_SECRET_ACCESS_KEY'] = 'secret';
  const { images, stop } = createImageProcess(pathToFileURL(program));
  const names = await images.measure('picture').finally(stop);
  delete process.env['S3_SECRET_ACCESS_KEY'];
  await rm(folder, { recursive: true });
  expect(names).toContain('PATH');
  expect(names).not.toContain('S3_SECRET_ACCESS_KEY');
});
