import { describe, test } from '@jest/globals';

/** `test`, or `test.skip` with a message when there is a reason why it cannot run on this machine. */
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

/** The same for a group of tests. */
export const describeUnless =
  (reason: string | false) =>
  (name: string, define: () => void): void => {
    if (reason) {
      process.stdout.write(`not run: ${name}: ${reason}\n`);
      describe.skip(`${name} (not run: ${reason})`, define);
    } else {
      describe(name, define);
    }
  };
