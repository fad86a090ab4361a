import { describe, expect, test } from '@jest/globals';
import { nullAfterTimeout, retry, retryWhileNull, TimeoutError, withTimeout } from '../src/index.ts';

/** An operation that fails so many times, and then succeeds. */
const failing = (times: number) => {
  let calls = 0;
  return {
    calls: () => calls,
    run: async () => {
      calls += 1;
      if (calls <= times) throw new Error(`failure ${calls}`);
      return 'done';
    },
  };
};
const never = new Promise<string>(() => undefined);

describe('retry', () => {
  test('when the operation fails twice and there are two delays, then its third result is returned', async () => {
    const operation = failing(2);
    expect(await retry(operation.run, { delaysMs: [1, 1] })).toBe('done');
    expect(operation.calls()).toBe(3);
  });

  test('when it still fails after the last delay, then its last error is thrown', async () => {
    const operation = failing(9);
    await expect(retry(operation.run, { delaysMs: [1, 1] })).rejects.toThrow('failure 3');
    expect(operation.calls()).toBe(3);
  });

  test('when a result is null, then retryWhileNull repeats the operation; after an error it does not', async () => {
    const results = [null, null, 'found'];
    expect(await retryWhileNull(async () => results.shift() ?? null, { delaysMs: [1, 1] })).toBe('found');
    expect(await retryWhileNull(async () => null, { delaysMs: [1, 1] })).toBeNull();
    const operation = failing(1);
    await expect(retryWhileNull(operation.run, { delaysMs: [1] })).rejects.toThrow('failure 1');
  });
});

describe('a timeout', () => {
  test('when the operation ends in time, then its result or error is passed on', async () => {
    expect(await withTimeout(Promise.resolve('done'), 1000)).toBe('done');
    await expect(withTimeout(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken');
  });

  test('when the operation does not end in time, then the timeout is reported', async () => {
    await expect(withTimeout(never, 5)).rejects.toThrow(TimeoutError);
    expect(await nullAfterTimeout(never, 5)).toBeNull();
  });

  test('when the operation fails after the timeout, then there is no unhandled rejection', async () => {
    let reject = (_: Error): void => undefined;
    const late = new Promise<string>((_, fail) => {
      reject = fail;
    });
    expect(await nullAfterTimeout(late, 5)).toBeNull();
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listener);
    reject(new Error('too late'));
    await new Promise(setImmediate);
    process.off('unhandledRejection', listener);
    expect(unhandled).toEqual([]);
  });
});
