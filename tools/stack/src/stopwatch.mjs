/** @typedef {{ name: string, startedAtMs: number, ms: number }} Lap */
/**
 * @typedef {{
 *   time: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>,
 *   laps: () => Lap[],
 * }} Stopwatch
 */

/**
 * Measures how long each step takes; steps may run side by side.
 * @returns {Stopwatch}
 */
export function createStopwatch() {
  const begin = performance.now();
  /** @type {Lap[]} */
  const laps = [];
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
