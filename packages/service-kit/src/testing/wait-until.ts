type WaitOptions = { timeoutMs?: number; everyMs?: number; what?: string };

/** Far longer than anything takes on a machine that is not busy: only what never comes is to end in a failure. */
const PATIENCE_MS = 30_000;

/** Asks again and again until the answer is neither false nor undefined nor null, and returns it; fails after the time-out with what it waited for. */
export const waitUntil = async <Answer>(
  ask: () => Promise<Answer> | Answer,
  { timeoutMs = PATIENCE_MS, everyMs = 25, what = 'a condition' }: WaitOptions = {},
): Promise<NonNullable<Exclude<Answer, false>>> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined && answer !== null) return answer as NonNullable<Exclude<Answer, false>>;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
