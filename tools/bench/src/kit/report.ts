import { median } from './rounds.ts';

/** One value, or those of all rounds. */
type Values = number | readonly number[];

type Row = {
  name: string;
  value: Values;
  unit: string;
  /** The same in the baseline of this run. */
  baseline?: Values;
  /** Limits of the ratio to the baseline or, without one, of the value. */
  atLeast?: number;
  atMost?: number;
  /** Reaching this, too, would be better. It does not decide. */
  betterAtMost?: number;
  /** Shown behind the row. */
  note?: string;
};

export type Figure = {
  section: string;
  name: string;
  value: number;
  unit: string;
  ratio: number | undefined;
  /** Empty without a goal. */
  goal: string;
  isReached: boolean;
};

let section = '';
let figures: Figure[] = [];

const valuesOf = (value: Values): readonly number[] => (typeof value === 'number' ? [value] : value);
export const shown = (value: number): string => value.toFixed(Math.abs(value) < 100 ? 1 : 0);

/** Prints the title of the following rows. */
export const reportSection = (title: string): void => {
  section = title;
  console.log(`\n  ${title}`);
};

/** Prints a row of a benchmark, the median of all rounds, with its ratio to the baseline and whether its goal is reached. */
export const reportRow = ({ name, value, unit, baseline, atLeast, atMost, betterAtMost, note }: Row): void => {
  const values = valuesOf(value);
  const middle = median(values);
  const ratio = baseline === undefined ? undefined : middle / median(valuesOf(baseline));
  const judged = ratio ?? middle;
  const goal = [...(atLeast === undefined ? [] : [`at least ${atLeast}`]), ...(atMost === undefined ? [] : [`at most ${atMost}`])].join(
    ', ',
  );
  const isReached = judged >= (atLeast ?? Number.NEGATIVE_INFINITY) && judged <= (atMost ?? Number.POSITIVE_INFINITY);
  figures.push({ section, name, value: middle, unit, ratio, goal, isReached });
  const verdict = (limit: string, isKept: boolean): string => ` (${limit}) ${isKept ? 'reached' : 'MISSED'}`;
  console.log(
    [
      `  ${name.padEnd(46)} ${shown(middle).padStart(9)} ${unit}`,
      values.length > 1 ? `  ${shown(Math.min(...values))}–${shown(Math.max(...values))}` : '',
      ratio === undefined ? '' : `  ratio ${ratio.toFixed(2)}`,
      goal === '' ? '' : verdict(`goal: ${goal}`, isReached),
      betterAtMost === undefined ? '' : verdict(`better: at most ${betterAtMost}`, judged <= betterAtMost),
      note === undefined ? '' : `  ${note}`,
    ].join(''),
  );
};

/** The figures since the last call. */
export const takeFigures = (): readonly Figure[] => {
  const taken = figures;
  section = '';
  figures = [];
  return taken;
};
