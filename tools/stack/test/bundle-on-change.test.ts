import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bundleOnChange } from '../src/build/bundle.ts';

let dir: string;
let events: EventEmitter;
let stop: (() => Promise<void>) | undefined;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'stack-bundle-'));
  events = new EventEmitter();
});
afterEach(async () => {
  await stop?.();
  rmSync(dir, { recursive: true, force: true });
});

const save = (name: string, text: string) => writeFileSync(join(dir, name), text);
const output = () => execFileSync(process.execPath, [join(dir, 'dist/main.js')], { encoding: 'utf8' }).trim();

const USES_WORD = `import { word } from './word.ts'; console.log(word satisfies string);`;

const watch = async (main = USES_WORD): Promise<void> => {
  save('main.ts', main);
  save('word.ts', `export const word = 'first';`);
  stop = await bundleOnChange(
    { sources: { main: join(dir, 'main.ts') }, outDir: join(dir, 'dist') },
    { onChange: () => events.emit('change'), onError: (message) => events.emit('failure', message) },
  );
};

describe('bundleOnChange', () => {
  test('when an imported file changes, then the bundle is written again before the change is reported', async () => {
    await watch();
    expect(output()).toBe('first');
    const change = once(events, 'change');
    save('word.ts', `export const word = 'second';`);
    await change;
    expect(output()).toBe('second');
  });

  test('when the change has an error, then the error names its place and the last good bundle stays', async () => {
    await watch();
    const failure = once(events, 'failure');
    save('word.ts', 'export const word = ;');
    expect(String(await failure)).toContain('word.ts:1:20');
    expect(output()).toBe('first');
    const change = once(events, 'change');
    save('word.ts', `export const word = 'third';`);
    await change;
    expect(output()).toBe('third');
  });

  test('when the first build fails, then it throws', async () => {
    save('main.ts', 'const =');
    const programs = { sources: { main: join(dir, 'main.ts') }, outDir: join(dir, 'dist') };
    await expect(bundleOnChange(programs, { onChange: () => {}, onError: () => {} })).rejects.toThrow('main.ts:1:6');
  });
});
