import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FOLDERS = ['packages', 'services', 'web', 'tools', 'e2e'];
const CODE = /\.(tsx?|mjs|css|json)$/;
const BUILT = /(^|\/)(node_modules|dist|\.[^/]+)\//;
/** Editors write several files, and some write each twice. */
const SETTLE_MS = 200;

/** One value after each change of the source in `root`, until the signal. Changes during a test run count as one. */
export async function* changesOf({ root, signal }: { root: string; signal: AbortSignal }): AsyncGenerator<void> {
  let wake = (): void => undefined;
  let isChanged = false;
  const follow = async (folder: string): Promise<void> => {
    for await (const { filename } of watch(join(root, folder), { recursive: true, signal })) {
      if (!filename || !CODE.test(filename) || BUILT.test(filename)) continue;
      isChanged = true;
      wake();
    }
  };
  for (const folder of FOLDERS)
    follow(folder).catch((error) => {
      if (!signal.aborted) console.error(error);
    });
  signal.addEventListener('abort', () => wake());
  while (!signal.aborted) {
    if (!isChanged)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    await sleep(SETTLE_MS);
    isChanged = false;
    if (!signal.aborted) yield;
  }
}
