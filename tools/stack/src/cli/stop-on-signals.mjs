/** npm hands on a Ctrl-C that the terminal has delivered already: two within this time are one. */
const SAME_PRESS_MS = 700;
const PARENT_CHECK_MS = 1_000;

/**
 * Ends everything and then this process: at Ctrl-C, SIGTERM or the end of the terminal, in order and with time to finish; at a
 * second Ctrl-C at once. Started by npm it also ends when npm is gone, of which nothing else would tell it.
 * @param {{ reaper: import('../processes/reaper.mjs').Reaper, log: (line: string) => void }} input
 */
export function stopOnSignals({ reaper, log }) {
  let firstAt = 0;
  /** @type {(() => Promise<void>) | undefined} */
  let stopStack;

  const stop = async () => {
    if (firstAt === 0) {
      firstAt = Date.now();
      log('\nStopping … (Ctrl-C again: at once)');
      await stopStack?.();
      await reaper.close();
      process.exit(0);
    }
    if (Date.now() - firstAt > SAME_PRESS_MS) {
      await reaper.closeAtOnce();
      process.exit(130);
    }
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);

  const parent = process.ppid;
  // Also what keeps this process running once everything has started.
  setInterval(() => {
    const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
    if (isRunByNpm && process.ppid !== parent && firstAt === 0) void stop();
  }, PARENT_CHECK_MS);

  return {
    /** @param {() => Promise<void>} stopRunningStack what ends the stack once it runs; before that the reaper does */
    onStop: (stopRunningStack) => {
      stopStack = stopRunningStack;
    },
    hasBegun: () => firstAt !== 0,
  };
}
