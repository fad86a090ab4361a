/** The value below which this share of the values lies; NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Runs the contestants alternately, so that other load on the machine affects all of them alike, and returns the values of each.
 * The first rounds do not count, because a process that has just started is slower.
 */
export const inRounds = async <Name extends string>({
  warmUps,
  rounds,
  contestants,
}: {
  warmUps: number;
  rounds: number;
  contestants: Record<Name, () => Promise<number>>;
}): Promise<Record<Name, number[]>> => {
  const names = Object.keys(contestants) as Name[];
  const speeds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const name of names) {
      const speed = await contestants[name]();
      if (round >= warmUps) speeds[name].push(speed);
    }
  }
  return speeds;
};

/** Collects further values of the rounds by name. */
export const createRecord = ({ warmUps }: { warmUps: number }) => {
  const values = new Map<string, number[]>();
  return {
    add: (name: string, value: number): void => void values.set(name, [...(values.get(name) ?? []), value]),
    /** Of the rounds that count. */
    of: (name: string): number[] => (values.get(name) ?? []).slice(warmUps),
  };
};
