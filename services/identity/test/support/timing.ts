type Timed = {
  /** Pairs to run, one after the other, so that a busy moment of the machine meets both. */
  rounds?: number;
  first: () => Promise<unknown>;
  second: () => Promise<unknown>;
};

const elapsed = async (run: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** How many times as long the first takes as the second: the ratio of their medians. */
export const timeRatio = async ({ rounds = 15, first, second }: Timed): Promise<number> => {
  const times: { first: number[]; second: number[] } = { first: [], second: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.first.push(await elapsed(first));
    times.second.push(await elapsed(second));
  }
  return median(times.first) / median(times.second);
};
