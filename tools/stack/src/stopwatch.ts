export type Lap = { name: string; startedAtMs: number; ms: number };
export type Stopwatch = {
  time<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  laps(): Lap[];
};

/** Notes how long each piece of work takes, also of pieces that run side by side. */
export function createStopwatch(): Stopwatch {
  const begin = performance.now();
  const laps: Lap[] = [];
  return {
    laps: () => laps,
    async time(name, work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        laps.push({ name, startedAtMs: start - begin, ms: performance.now() - start });
      }
    },
  };
}
