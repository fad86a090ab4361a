/**
 * Runs the contestants alternately, so that other load on the machine affects all of them alike, and returns the median of each.
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
}): Promise<Record<Name, number>> => {
  const names = Object.keys(contestants) as Name[];
  const speeds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const name of names) {
      const speed = await contestants[name]();
      if (round >= warmUps) speeds[name].push(speed);
    }
  }
  const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return Object.fromEntries(names.map((name) => [name, median(speeds[name])])) as Record<Name, number>;
};

/** The speed in MiB/s at which `work` transfers `bytes`. */
export const speedOf = async (bytes: number, work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return bytes / (1024 * 1024) / ((performance.now() - startedAt) / 1000);
};

type Line = { name: string; speed: number; ratio?: number; goal?: number };

export const reportLine = ({ name, speed, ratio, goal }: Line): void => {
  const shown = ratio === undefined ? '' : `  ratio ${ratio.toFixed(2)}`;
  const verdict = goal === undefined || ratio === undefined ? '' : ` (goal: at least ${goal}) ${ratio >= goal ? 'reached' : 'MISSED'}`;
  console.log(`  ${name.padEnd(34)} ${speed.toFixed(0).padStart(6)} MiB/s${shown}${verdict}`);
};
