type Row = {
  name: string;
  value: number;
  unit: string;
  /** The same in the baseline of this run. */
  baseline?: number;
  /** Limits of the ratio to the baseline or, without one, of the value. */
  atLeast?: number;
  atMost?: number;
};

let missed = 0;

/** Prints a row of a benchmark with its ratio to the baseline and whether its goal is reached. */
export const reportRow = ({ name, value, unit, baseline, atLeast, atMost }: Row): void => {
  const judged = baseline === undefined ? value : value / baseline;
  const ratio = baseline === undefined ? '' : `  ratio ${judged.toFixed(2)}`;
  const goals = [...(atLeast === undefined ? [] : [`at least ${atLeast}`]), ...(atMost === undefined ? [] : [`at most ${atMost}`])];
  const isReached = judged >= (atLeast ?? Number.NEGATIVE_INFINITY) && judged <= (atMost ?? Number.POSITIVE_INFINITY);
  if (goals.length > 0 && !isReached) missed += 1;
  const verdict = goals.length === 0 ? '' : ` (goal: ${goals.join(', ')}) ${isReached ? 'reached' : 'MISSED'}`;
  const digits = Math.abs(value) < 100 ? 1 : 0;
  console.log(`  ${name.padEnd(46)} ${value.toFixed(digits).padStart(9)} ${unit}${ratio}${verdict}`);
};

/** How many goals were missed so far. */
export const missedGoals = (): number => missed;
