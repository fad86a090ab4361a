/** The result of one step of a test run; a static check counts as one test. */
export type Outcome = { passed: number; failed: number };

export const sumOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
});

const timings: string[] = [];

export const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const start = performance.now();
  try {
    return await work();
  } finally {
    timings.push(`${name.padEnd(28)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`);
  }
};

export const printTimings = (): void => console.log(`\nWhere the time went:\n${timings.map((line) => `  ${line}`).join('\n')}\n`);
