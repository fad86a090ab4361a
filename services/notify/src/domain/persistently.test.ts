import { expect, test } from '@jest/globals';
import { persistently } from './persistently.ts';

const failing = (times: number) => {
  let calls = 0;
  return {
    calls: () => calls,
    write: async () => {
      calls += 1;
      if (calls <= times) throw new Error(`failure ${calls}`);
      return 'written';
    },
  };
};

test('when a write fails three times, the fourth counts', async () => {
  const { write, calls } = failing(3);
  expect([await persistently(write), calls()]).toEqual(['written', 4]);
});

test('when a write fails every time, its last error stands', async () => {
  const { write, calls } = failing(10);
  await expect(persistently(write)).rejects.toThrow('failure 4');
  expect(calls()).toBe(4);
});
