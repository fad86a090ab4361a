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

const sourceMaps = JSON.stringify(fileURLToPath(new URL('../src/source-maps.ts', import.meta.url)));

/** Bundled as services are. */
const bundled = async (program: string): Promise<string> => {
  const entry = join(dir, 'program.ts');
  const outfile = join(dir, 'main.mjs');
  await writeFile(entry, program);
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', sourcemap: 'linked' });
  return outfile;
};

const FAILING = `import { mapStackTrace, mapUncaughtStackTraces } from ${sourceMaps};
type Padding = { that: 'the bundle does not have' };

const fail = (): never => {
  throw new Error('on its fifth line');
};
`;
const SHOWN = `${FAILING} try { fail(); } catch (error) { console.log(mapStackTrace((error as Error).stack ?? '')); }`;

const run = (program: string) => spawnSync(process.execPath, [program], { encoding: 'utf8' });

test('when a trace of a bundled program is shown, then it names the line of the TypeScript', async () => {
  const { stdout } = run(await bundled(SHOWN));
  expect(stdout).toMatch(/^Error: on its fifth line\n\s+at fail \(.*\/program\.ts:5:9\)\n\s+at .*\/program\.ts:7:\d+\n/);
});

test('when an error ends a bundled program, then the trace that Node writes does so, too', async () => {
  const { stderr, status } = run(await bundled(`${FAILING} mapUncaughtStackTraces(); fail();`));
  expect(stderr).toMatch(/Error: on its fifth line\n\s+at fail \(.*\/program\.ts:5:9\)/);
  expect(status).toBe(1);
});

test('when a trace is not shown, as one that a package asks for, then it is as Node writes it', async () => {
  const { stdout } = run(
    await bundled(`${FAILING} mapUncaughtStackTraces(); try { fail(); } catch (error) { console.log((error as Error).stack); }`),
  );
  expect(stdout).toMatch(/\n\s+at fail \(.*\/main\.mjs:\d+:\d+\)/);
});

test('when the map beside a program is broken or missing, then the trace names the bundle and nothing else fails', async () => {
  const program = await bundled(SHOWN);
  const named = /Error: on its fifth line\n\s+at .*main\.mjs:\d+/;
  await writeFile(`${program}.map`, '{');
  expect(run(program)).toMatchObject({ stdout: expect.stringMatching(named), status: 0 });
  await rm(`${program}.map`);
  expect(run(program)).toMatchObject({ stdout: expect.stringMatching(named), status: 0 });
});

test('when the message of a shown trace looks like frames, then what cannot be looked up stays as it is', async () => {
  const lines = ['file:///%Z:1:1', 'file:///a%2Fb:1:1', '/etc/hosts:1:1', 'x (/tmp/other/main.js:1:1)'].map((at) => `    at ${at}`);
  const program = await bundled(`${FAILING} console.log(mapStackTrace(${JSON.stringify(`Error: hm\n${lines.join('\n')}`)}));`);
  expect(run(program).stdout).toBe(`Error: hm\n${lines.join('\n')}\n`);
});

test('when an error that ends a program cannot be changed, then it is written as it is', async () => {
  const program = await bundled(`${FAILING} mapUncaughtStackTraces(); try { fail(); } catch (error) { throw Object.freeze(error); }`);
  expect(run(program).stderr).toContain('Error: on its fifth line');
});
