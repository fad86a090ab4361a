import { randomInt } from 'node:crypto';

type Variant = {
  /** Runs before each measurement and is not timed. */
  prepare?: () => Promise<unknown>;
  request: () => Promise<unknown>;
};
type Measurement = {
  known: Variant;
  unknown: Variant;
  /** Requests of each kind, unless more are needed. */
  count?: number;
  /** Ends the measurement even if the medians still differ by more than this part of the shorter one. */
  maxCount?: number;
  maxDifference?: number;
};
export type MedianTimes = { known: number; unknown: number; difference: number; count: number };

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const durationOf = async ({ prepare = async () => undefined, request }: Variant): Promise<number> => {
  await prepare();
  const started = performance.now();
  await request();
  return performance.now() - started;
};

/**
 * The median response times in ms for known and unknown addresses, and their difference as a part of the shorter one.
 *
 * Each request is of a random kind, so that load on the machine and the work that the request before left behind affect both kinds alike.
 * Requests are added while the medians differ by too much: more of them remove a difference by chance, but not a real one.
 */
export const measureMedianTimes = async (input: Measurement): Promise<MedianTimes> => {
  const { known, unknown, count = 500, maxCount = 4 * count, maxDifference = 0.05 } = input;
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const fewest = (): number => Math.min(times.known.length, times.unknown.length);
  const result = (): MedianTimes => {
    const [a, b] = [medianOf(times.known), medianOf(times.unknown)];
    return { known: a, unknown: b, difference: Math.abs(a - b) / Math.min(a, b), count: fewest() };
  };
  while (fewest() < count || (fewest() < maxCount && result().difference >= maxDifference)) {
    const isKnown = randomInt(2) === 0;
    (isKnown ? times.known : times.unknown).push(await durationOf(isKnown ? known : unknown));
  }
  return result();
};
