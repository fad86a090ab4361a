const PATIENCE_MS = 45_000;
const EVERY_MS = 100;

type Wanted<Found> = {
  /** What is waited for, as the error names it; asked for at the end, it can tell how far it came. */
  what: string | (() => string);
  /** Looks once; false means not yet. What it throws ends the waiting. */
  find: () => Promise<Found | false>;
  timeoutMs?: number;
  everyMs?: number;
};

/** Looks again and again until it is there, and answers what was found. @throws naming what was not there in time */
export const until = async <Found>({ what, find, timeoutMs = PATIENCE_MS, everyMs = EVERY_MS }: Wanted<Found>): Promise<Found> => {
  for (const deadline = Date.now() + timeoutMs; ; ) {
    // What came during the last pause counts: it is looked at once more after the deadline, not before.
    const isLast = Date.now() >= deadline;
    const found = await find();
    if (found !== false) return found;
    if (isLast) throw new Error(`not there within ${timeoutMs} ms: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
