const MARK = 'stagereel.reloadedAt';
const PAUSE_MS = 30_000;

/** Whether a chunk of the app failed to load, because of the network or a new release. Each browser has its own message. */
export const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|unable to preload css/iu.test(error.message);

/** Whether a reload may help: the browser is online and did not just reload. */
export const canReload = (now: number): boolean => {
  try {
    const last = Number(sessionStorage.getItem(MARK) ?? 0);
    return navigator.onLine && now - last > PAUSE_MS;
  } catch {
    // If the time of the last reload is unknown, the page could reload endlessly.
    return false;
  }
};

export const reload = (now: number): void => {
  sessionStorage.setItem(MARK, String(now));
  window.location.reload();
};
