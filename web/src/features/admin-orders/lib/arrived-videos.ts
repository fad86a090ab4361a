/** Finished videos that have arrived, by line id, and lie on no desk yet: their admin may have looked at another page meanwhile. */
const arrived = new Map<string, string>();
const listeners = new Set<() => void>();

/** @param url what the line's download is from now on */
export const putArrivedVideo = (lineId: string, url: string): void => {
  arrived.set(lineId, url);
  for (const listener of listeners) listener();
};

/** All that have arrived since the last time. */
export const takeArrivedVideos = (): Record<string, string> => {
  const all = Object.fromEntries(arrived);
  arrived.clear();
  return all;
};

/** Calls back when one arrives; returns how to stop that. */
export const onArrivedVideo = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
