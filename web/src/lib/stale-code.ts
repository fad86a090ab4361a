const MARK = 'stagereel.reloadedAt';
const PAUSE_MS = 30_000;

/** A part of the app could not be fetched: the network was gone, or a newer release has replaced the file. Browsers name it each in their own words. */
export const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|unable to preload css/iu.test(error.message);

/** Whether loading the page anew may mend it: on line, and not just tried. */
export const mayReload = (now: number): boolean => {
  try {
    const last = Number(sessionStorage.getItem(MARK) ?? 0);
    return navigator.onLine && now - last > PAUSE_MS;
  } catch {
    // Without a memory of the last reload a page could reload for ever.
    return false;
  }
};

export const reload = (now: number): void => {
  sessionStorage.setItem(MARK, String(now));
  window.location.reload();
};
