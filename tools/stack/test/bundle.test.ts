import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundle } from '../src/build/bundle.ts';
import { repository } from '../src/repository.ts';
import { serviceNames } from '../src/services/service-names.ts';
import { NODE_ARGS } from '../src/services/start-services.ts';

test('when a bundled program logs a stack trace and ends with an uncaught error, then both name the line of the TypeScript file', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'stack-bundle-'));
  try {
    writeFileSync(
      join(dir, 'main.ts'),
      `type Padding = { that: 'the bundle does not have' };
       const fail = (): never => {
         throw new Error('on its third line');
       };
       try { fail(); } catch (error) { console.log((error as Error).stack); }
       fail();
      `,
    );
    await bundle({ sources: { main: join(dir, 'main.ts') }, outDir: join(dir, 'dist') });
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--enable-source-maps', join(dir, 'dist/main.js')], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^Error: on its third line\n +at fail \(\S*\/main\.ts:3:/);
    expect(stderr).toMatch(/Error: on its third line\n +at fail \(\S*\/main\.ts:3:/);
    expect(status).toBe(1);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test.each(serviceNames)('when the image of %s starts, then Node has the same options as in the launcher', (name) => {
  const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8');
  const command = JSON.stringify(['node', ...NODE_ARGS, `services/${name}/dist/main.js`]).replaceAll(',', ', ');
  expect(dockerfile).toContain(`CMD ${command}`);
});
