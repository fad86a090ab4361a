import { test } from '@jest/globals';

/** `test`, or where `reason` says why it cannot be run here, one that is skipped and says so. */
export const testUnless =
  (reason: string | false) =>
  (name: string, run: () => Promise<void>, timeoutMs?: number): void => {
    if (reason) {
      process.stdout.write(`not run: ${name}: ${reason}\n`);
      test.skip(`${name} (not run: ${reason})`, run, timeoutMs);
    } else {
      test(name, run, timeoutMs);
    }
  };
