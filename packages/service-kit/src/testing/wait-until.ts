type WaitOptions = { timeoutMs?: number; everyMs?: number; what?: string };

/** Far longer than any operation takes, so that only what never happens fails; longer on a slow machine (tools/testing/slowness.ts). */
const TIMEOUT_MS = 30_000 * Number(process.env['SLOWNESS'] ?? 1);

/**
 * Polls until the result is not false, undefined or null, and returns it.
 * @throws after the timeout, with `what` in the message
 */
export const waitUntil = async <Result>(
  poll: () => Promise<Result> | Result,
  { timeoutMs = TIMEOUT_MS, everyMs = 25, what = 'a condition' }: WaitOptions = {},
): Promise<NonNullable<Exclude<Result, false>>> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = await poll();
    if (result !== false && result !== undefined && result !== null) return result as NonNullable<Exclude<Result, false>>;
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
