/** The result of one step of a test run; a static check counts as one test. Each failure is a text with all that is known about it. */
export type Outcome = { passed: number; failures: readonly string[] };

export const sumOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
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

/** All failures again, where the time went, and the result. */
export const printOutcome = ({ passed, failures }: Outcome): void => {
  for (const [index, failure] of failures.entries()) console.log(`\n--- failure ${index + 1} of ${failures.length}: ${failure}`);
  console.log(
    `\nWhere the time went:\n${timings
      .splice(0)
      .map((line) => `  ${line}`)
      .join('\n')}\n`,
  );
  console.log(`${passed} passed, ${failures.length} failed`);
};
