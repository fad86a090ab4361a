import { expect } from '@jest/globals';

type Timed = {
  /** The number of pairs, unless more are needed. A pair runs sequentially, so that load on the machine affects both sides. */
  rounds?: number;
  first: () => Promise<unknown>;
  second: () => Promise<unknown>;
  /** Runs after each pair and is not timed. */
  between?: () => Promise<unknown>;
};

/** More pairs remove outliers caused by load, but not a real difference. Fewer than 100, because 100 wrong codes pause an address. */
const MAX_ROUNDS = 90;
/** Less than the timeout of the tests, so that the error below is reported instead. */
const MAX_DURATION_MS = 200_000;
const isSimilar = (ratio: number): boolean => ratio > 0.6 && ratio < 1.6;

const elapsed = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * The duration of `first` divided by that of `second`, as the median of all pairs. The two take turns in running first.
 * @throws when the pairs take too long
 */
const timeRatio = async ({ rounds = 5, first, second, between = async () => undefined }: Timed): Promise<number> => {
  const ratios: number[] = [];
  const deadline = performance.now() + MAX_DURATION_MS;
  for (let round = 0; round < rounds || (round < MAX_ROUNDS && !isSimilar(median(ratios))); round += 1) {
    if (round % 2 === 0) {
      const firsts = await elapsed(first);
      ratios.push(firsts / (await elapsed(second)));
    } else {
      const seconds = await elapsed(second);
      ratios.push((await elapsed(first)) / seconds);
    }
    await between();
    if (performance.now() > deadline) {
      throw new Error(`Ran only ${ratios.length} of ${rounds} pairs in ${MAX_DURATION_MS} ms; ratio so far: ${median(ratios)}`);
    }
  }
  return median(ratios);
};

/**
 * Expects that nobody can tell the two apart by their duration. Measured ratios are 0.7 to 1.4 under load, but 0.1 to 0.3 if no password is
 * hashed for one of them.
 */
export const expectSameDuration = async (input: Timed): Promise<void> => {
  const ratio = await timeRatio(input);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
};
