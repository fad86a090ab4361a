/** npm forwards a Ctrl-C that the terminal has already delivered, so two signals within this time count as one. */
const SAME_PRESS_MS = 700;
const PARENT_CHECK_MS = 1_000;

/**
 * On Ctrl-C, SIGTERM or the end of the terminal, stops everything gracefully and exits; a second Ctrl-C stops everything by force.
 * When npm started this process, it also stops when npm has ended, for which there is no signal.
 * @param {{ reaper: import('../processes/reaper.mjs').Reaper, log: (line: string) => void }} input
 */
export function stopOnSignals({ reaper, log }) {
  let firstAt = 0;
  /** @type {(() => Promise<void>) | undefined} */
  let stopStack;

  const stop = async () => {
    if (firstAt === 0) {
      firstAt = Date.now();
      log('\nStopping … (Ctrl-C again: by force)');
      await stopStack?.();
      await reaper.close();
      process.exit(0);
    }
    if (Date.now() - firstAt > SAME_PRESS_MS) {
      await reaper.closeByForce();
      process.exit(130);
    }
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);

  const parent = process.ppid;
  // The interval also keeps this process running once everything has started.
  setInterval(() => {
    const isRunByNpm = process.env.npm_lifecycle_event !== undefined;
    if (isRunByNpm && process.ppid !== parent && firstAt === 0) void stop();
  }, PARENT_CHECK_MS);

  return {
    /** @param {() => Promise<void>} stopRunningStack stops the stack once it runs; before that, the reaper ends everything */
    onStop: (stopRunningStack) => {
      stopStack = stopRunningStack;
    },
    hasBegun: () => firstAt !== 0,
  };
}
