import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { patience } from './poll.ts';
import { startTestStack, type TestStack } from './test-stack.ts';

const START_MS = patience(300_000);
const STOP_MS = patience(60_000);

/** Runs one shop for all tests of a file; after each test, stopped parts are started again. Returns a function that returns the shop. */
export const useShop = (options: Parameters<typeof startTestStack>[0] = {}): (() => TestStack) => {
  let running: TestStack | undefined;
  beforeAll(async () => {
    running = await startTestStack(options);
  }, START_MS);
  afterEach(async () => {
    await running?.startEnded();
  }, START_MS);
  afterAll(async () => {
    await running?.stop();
  }, STOP_MS);
  return () => {
    if (!running) throw new Error('The shop is not running');
    return running;
  };
};
