import { afterEach, jest } from '@jest/globals';

type FakeablePart = 'Date' | 'setInterval' | 'setTimeout';

const FAKEABLE: readonly FakeablePart[] = ['Date', 'setInterval', 'setTimeout'];
/** Never faked: the fake network and user-event wait for these, and tests measure real time with `performance`. */
const ALWAYS_REAL = ['cancelAnimationFrame', 'nextTick', 'performance', 'queueMicrotask', 'requestAnimationFrame', 'setImmediate'] as const;

const POLL_MS = 50;
/** In real time. Longer than any response takes on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Taken before a test fakes it. */
const realSetTimeout = globalThis.setTimeout;

afterEach(() => void jest.useRealTimers());

/** Lets a test skip time. Fake time also passes by itself, as fast as real time. It ends with the test, or with `jest.useRealTimers()`. */
export const fakeTime = (...parts: FakeablePart[]): void => {
  const faked = parts.length > 0 ? parts : FAKEABLE;
  const real = FAKEABLE.filter((part) => !faked.includes(part));
  jest.useFakeTimers({ advanceTimers: true, doNotFake: [...ALWAYS_REAL, ...real] });
};

/**
 * Skips fake time second by second until `check` no longer throws, and returns its result. Testing Library's `waitFor` would measure its
 * timeout in fake time, which then passes before a slow machine has processed the responses. @throws what `check` threw last
 */
export const skipTimeUntil = async <Result>(check: () => Result): Promise<Result> => {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    await jest.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => realSetTimeout(resolve, POLL_MS));
    try {
      return check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
};
