/** The value below which this share of the values lies; NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** One value, or those of all rounds: then the median counts. */
type Figure = { name: string; value: number | readonly number[]; unit?: string; atLeast?: number; atMost?: number };

const shown = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 2 : 0);

/** Prints a figure, the lowest and the highest of its values, and whether it keeps its budget. */
export const printFigure = ({ name, value, unit = '', atLeast, atMost }: Figure): void => {
  const values = typeof value === 'number' ? [value] : value;
  const middle = median(values);
  const budget = atLeast === undefined ? atMost !== undefined && `at most ${atMost}` : `at least ${atLeast}`;
  const isKept = middle >= (atLeast ?? Number.NEGATIVE_INFINITY) && middle <= (atMost ?? Number.POSITIVE_INFINITY);
  const range = values.length > 1 ? `  (${shown(Math.min(...values))} to ${shown(Math.max(...values))})` : '';
  const verdict = budget ? `  budget: ${budget}, ${isKept ? 'kept' : 'MISSED'}` : '';
  console.log(`  ${name.padEnd(52)} ${shown(middle).padStart(7)} ${unit}${range}${verdict}`);
};
