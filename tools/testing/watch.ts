import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FOLDERS = ['packages', 'services', 'web', 'tools', 'e2e'];
const CODE = /\.(tsx?|mjs|css|json)$/;
const BUILT = /(^|\/)(node_modules|dist|\.[^/]+)\//;
/** Editors write several files, and some write each twice. */
const SETTLE_MS = 200;

/** One value after each change of the source in `root`. Changes during a test run count as one. */
export async function* changesOf(root: string): AsyncGenerator<void> {
  let wake: (() => void) | undefined;
  let isChanged = false;
  for (const folder of FOLDERS)
    void (async () => {
      for await (const { filename } of watch(join(root, folder), { recursive: true })) {
        if (!filename || !CODE.test(filename) || BUILT.test(filename)) continue;
        isChanged = true;
        wake?.();
      }
    })();
  for (;;) {
    if (!isChanged) await new Promise<void>((resolve) => (wake = resolve));
    await sleep(SETTLE_MS);
    isChanged = false;
    yield;
  }
}
