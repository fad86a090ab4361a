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

/** A program with a source map, as esbuild writes it for services. */
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

test('when a bundled program logs a stack trace, then it names the line of the TypeScript file', async () => {
  const { stdout } = run(await bundled(SHOWN));
  expect(stdout).toMatch(/^Error: on its fifth line\n\s+at fail \(.*\/program\.ts:5:9\)\n\s+at .*\/program\.ts:7:\d+\n/);
});

test('when an uncaught error ends a bundled program, then the stack trace that Node prints names it, too', async () => {
  const { stderr, status } = run(await bundled(`${FAILING} mapUncaughtStackTraces(); fail();`));
  expect(stderr).toMatch(/Error: on its fifth line\n\s+at fail \(.*\/program\.ts:5:9\)/);
  expect(status).toBe(1);
});

test('when a package reads a stack trace for itself, then the trace is unchanged', async () => {
  const { stdout } = run(
    await bundled(`${FAILING} mapUncaughtStackTraces(); try { fail(); } catch (error) { console.log((error as Error).stack); }`),
  );
  expect(stdout).toMatch(/\n\s+at fail \(.*\/main\.mjs:\d+:\d+\)/);
});

test('when the source map is broken or missing, then the stack trace names the bundle and nothing else fails', async () => {
  const program = await bundled(SHOWN);
  const named = /Error: on its fifth line\n\s+at .*main\.mjs:\d+/;
  await writeFile(`${program}.map`, '{');
  expect(run(program)).toMatchObject({ stdout: expect.stringMatching(named), status: 0 });
  await rm(`${program}.map`);
  expect(run(program)).toMatchObject({ stdout: expect.stringMatching(named), status: 0 });
});

test('when an error message looks like stack frames, then frames without a mapping stay unchanged', async () => {
  const lines = ['file:///%Z:1:1', 'file:///a%2Fb:1:1', '/etc/hosts:1:1', 'x (/tmp/other/main.js:1:1)'].map((at) => `    at ${at}`);
  const program = await bundled(`${FAILING} console.log(mapStackTrace(${JSON.stringify(`Error: hm\n${lines.join('\n')}`)}));`);
  expect(run(program).stdout).toBe(`Error: hm\n${lines.join('\n')}\n`);
});

test('when an uncaught error is frozen, then it is printed unchanged', async () => {
  const program = await bundled(`${FAILING} mapUncaughtStackTraces(); try { fail(); } catch (error) { throw Object.freeze(error); }`);
  expect(run(program).stderr).toContain('Error: on its fifth line');
});
