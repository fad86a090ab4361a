/** @typedef {{ name: string, startedAtMs: number, ms: number }} Lap */
/**
 * @typedef {{
 *   time: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>,
 *   laps: () => Lap[],
 * }} Stopwatch
 */

/**
 * Notes how long each piece of work takes, also of pieces that run side by side.
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
