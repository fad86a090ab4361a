import { pbkdf2 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Two for each processor, so that other work on the machine shows. */
const JOBS = 2 * availableParallelism();
const ROUNDS = 100_000;
/** On two quiet processors with which no wait of a test comes near its limit. */
const USUAL_MS = 150;
/** A test that hangs must still end. */
const MAX = 5;

/**
 * How many times as long as usual this machine takes, because it is slow or busy; at least 1. Tests multiply the limits of their waits by it, which they
 * read from the variable SLOWNESS.
 */
export const measureSlowness = async (): Promise<number> => {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: JOBS }, () => promisify(pbkdf2)('password', 'salt', ROUNDS, 64, 'sha512')));
  return Math.min(MAX, Math.max(1, (performance.now() - startedAt) / USUAL_MS));
};
