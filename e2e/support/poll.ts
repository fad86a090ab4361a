/** As many times as long as this machine is slower than usual (tools/testing/slowness.ts). */
export const patience = (ms: number): number => ms * Number(process.env['SLOWNESS'] ?? 1);

const TIMEOUT_MS = patience(45_000);
const EVERY_MS = 100;

type Wanted<Found> = {
  /** Named in the error. A function is called at the timeout, so that it can report the progress. */
  what: string | (() => string);
  /** Checks once; false means not yet. An error ends the wait. */
  find: () => Promise<Found | false>;
  timeoutMs?: number;
  everyMs?: number;
};

/** Polls until `find` returns a value other than false, and returns that value. @throws an error that names `what` after the timeout */
export const until = async <Found>({ what, find, timeoutMs = TIMEOUT_MS, everyMs = EVERY_MS }: Wanted<Found>): Promise<Found> => {
  for (const deadline = Date.now() + timeoutMs; ; ) {
    // The last check is after the deadline, so that what arrived during the last pause counts.
    const isLast = Date.now() >= deadline;
    const found = await find();
    if (found !== false) return found;
    if (isLast) throw new Error(`Timeout of ${timeoutMs} ms: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
