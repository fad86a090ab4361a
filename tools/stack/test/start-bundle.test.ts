import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bundle, startedFromCodeCache } from '../src/build/bundle.ts';
import { repository } from '../src/repository.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'stack-start-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const dist = (name: string): string => join(dir, 'dist', name);

const buildProgram = async (text: string): Promise<void> => {
  writeFileSync(join(dir, 'main.ts'), text);
  await bundle({ sources: startedFromCodeCache(join(dir, 'main.ts')), outDir: join(dir, 'dist') });
};

const start = (): string => execFileSync(process.execPath, [dist('main.js')], { encoding: 'utf8' }).trim();
/** Each writing of the code cache replaces the file by a new one. */
const codeCache = (): number => statSync(dist('main.code-cache')).ino;

describe('a program that is started from its code cache', () => {
  test('when it starts again, then it uses the code cache that it wrote at its first end', async () => {
    await buildProgram(`const say = (word: string) => console.log(word); say('first');`);
    expect(start()).toBe('first');
    const written = codeCache();
    expect(start()).toBe('first');
    expect(codeCache()).toBe(written);
  });

  test('when it ran before the code cache was written, then the code cache contains the functions that were called', async () => {
    await buildProgram(`const say = (word: string) => console.log(word); if (process.argv.length > 2) say('called');`);
    start();
    const uncalled = statSync(dist('main.code-cache')).size;
    rmSync(dist('main.code-cache'));
    execFileSync(process.execPath, [dist('main.js'), 'call']);
    expect(statSync(dist('main.code-cache')).size).toBeGreaterThan(uncalled);
  });

  test('when the program stopped soon and then runs for longer, then a complete code cache replaces the first one and stays', async () => {
    await buildProgram(`setTimeout(() => console.log('end'), Number(process.argv[2] ?? 0));`);
    start();
    const written = codeCache();
    execFileSync(process.execPath, [dist('main.js'), '5500']);
    const complete = codeCache();
    expect(complete).not.toBe(written);
    start();
    expect(codeCache()).toBe(complete);
  });

  test('when the bundle has other text of the same length, then the new text runs, and replaces the code cache', async () => {
    await buildProgram(`console.log('first');`);
    start();
    const written = codeCache();
    await buildProgram(`console.log('other');`);
    expect(start()).toBe('other');
    expect(codeCache()).not.toBe(written);
  });

  test.each([
    { name: 'shortened', damage: (path: string) => truncateSync(path, statSync(path).size - 20) },
    { name: 'empty', damage: (path: string) => truncateSync(path, 0) },
    {
      name: 'changed in one place',
      damage: (path: string) => {
        const bytes = readFileSync(path);
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
        writeFileSync(path, bytes);
      },
    },
  ])('when the code cache is $name, then the program runs without it and replaces it', async ({ damage }) => {
    await buildProgram(`console.log('first');`);
    start();
    const written = codeCache();
    damage(dist('main.code-cache'));
    expect(start()).toBe('first');
    expect(codeCache()).not.toBe(written);
  });

  test('when the code cache cannot be written, then the program runs and leaves no other file', async () => {
    await buildProgram(`console.log('first');`);
    mkdirSync(dist('main.code-cache'));
    const files = readdirSync(dist(''));
    expect(start()).toBe('first');
    expect(readdirSync(dist(''))).toEqual(files);
  });

  test('when the program reads its address and looks up files, then it finds those of the bundle', async () => {
    await buildProgram(`
      import { createRequire } from 'node:module';
      console.log(import.meta.url.endsWith('/dist/main.bundle.js'), createRequire(import.meta.url).resolve('./main.js').endsWith('/dist/main.js'));
    `);
    expect(start()).toBe('true true');
  });

  test('when it logs a stack trace, then the trace names the line of the TypeScript file', async () => {
    const sourceMaps = JSON.stringify(join(repository, 'packages/service-kit/src/source-maps.ts'));
    await buildProgram(`import { mapStackTrace } from ${sourceMaps};
      try {
        throw new Error('on its third line');
      } catch (error) {
        console.log(mapStackTrace((error as Error).stack ?? ''));
      }
    `);
    expect(start()).toMatch(/^Error: on its third line\n +at \S.*\/main\.ts:3:15/);
  });

  test('when an uncaught error ends it, then the trace that Node prints names the line, too', async () => {
    const sourceMaps = JSON.stringify(join(repository, 'packages/service-kit/src/source-maps.ts'));
    await buildProgram(`import { mapUncaughtStackTraces } from ${sourceMaps};
      mapUncaughtStackTraces();
      throw new Error('on its third line');
    `);
    const { stderr, status } = spawnSync(process.execPath, [dist('main.js')], { encoding: 'utf8' });
    expect(stderr).toMatch(/Error: on its third line\n +at \S.*\/main\.ts:3:13/);
    expect(status).toBe(1);
  });

  test('when it writes to a frozen object, then it fails, as in a module', async () => {
    await buildProgram(`try { (Object.freeze({ a: 1 }) as { a: number }).a = 2; } catch (error) { console.log((error as Error).name); }`);
    expect(start()).toBe('TypeError');
  });
});
