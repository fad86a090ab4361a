import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { build } from 'esbuild';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'source-maps-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const installer = fileURLToPath(new URL('../src/source-maps.ts', import.meta.url));

/** Bundled as services are, but for the packages, which a temporary folder has none of. */
const bundled = async (program: string): Promise<string> => {
  const entry = join(dir, 'program.ts');
  const outfile = join(dir, 'main.mjs');
  await writeFile(entry, program);
  // source-map-support is CommonJS and asks for `fs` and `path`.
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    banner,
  });
  return outfile;
};

const FAILING = `
type Padding = { that: 'the bundle does not have' };

const fail = (): never => {
  throw new Error('on its fifth line');
};
try { fail(); } catch (error) { console.log((error as Error).stack); }
`;

test('when a bundled program fails, then the trace names the line of its TypeScript', async () => {
  const program = await bundled(`import { installSourceMaps } from ${JSON.stringify(installer)}; installSourceMaps();${FAILING}`);
  const { stdout } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  expect(stdout).toMatch(/Error: on its fifth line\n\s+at .*program\.ts:5:9/);
});

test('when the map beside a program is broken, then the trace names the bundle and nothing else fails', async () => {
  const program = await bundled(`import { installSourceMaps } from ${JSON.stringify(installer)}; installSourceMaps();${FAILING}`);
  await writeFile(`${program}.map`, '{');
  const { stdout, status } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  expect(stdout).toMatch(/Error: on its fifth line\n\s+at .*main\.mjs:\d+/);
  expect(status).toBe(0);
});
