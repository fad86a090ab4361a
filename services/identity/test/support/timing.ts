type Timed = {
  /** Pairs to run at least, one after the other, so that a busy moment of the machine meets both. */
  rounds?: number;
  first: () => Promise<unknown>;
  second: () => Promise<unknown>;
  /** What is done after each pair and not timed. */
  between?: () => Promise<unknown>;
};

/** A chance outlier of a busy machine goes away with more pairs; a difference in the work stays, however many there are. */
const MORE_ROUNDS = 4;
/** Below the limit of the tests that measure, so that it is said here why there is no result. */
const AT_MOST_MS = 200_000;
const isAlike = (ratio: number): boolean => ratio > 0.6 && ratio < 1.6;

const elapsed = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * How many times as long the first takes as the second beside it: the median of all pairs, in which each goes first by turns.
 * @throws when there is no time for so many pairs
 */
export const timeRatio = async ({ rounds = 15, first, second, between = async () => undefined }: Timed): Promise<number> => {
  const ratios: number[] = [];
  const deadline = performance.now() + AT_MOST_MS;
  for (let round = 0; round < rounds || (round < MORE_ROUNDS * rounds && !isAlike(median(ratios))); round += 1) {
    if (round % 2 === 0) {
      const firsts = await elapsed(first);
      ratios.push(firsts / (await elapsed(second)));
    } else {
      const seconds = await elapsed(second);
      ratios.push((await elapsed(first)) / seconds);
    }
    await between();
    if (performance.now() > deadline) {
      throw new Error(`only ${ratios.length} pairs in ${AT_MOST_MS} ms, of ${rounds} and more; so far the ratio is ${median(ratios)}`);
    }
  }
  return median(ratios);
};
