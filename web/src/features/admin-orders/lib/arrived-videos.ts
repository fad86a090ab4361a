/** `sha256`: where a later look at the same file is to find it again. */
export type ArrivedVideo = { url: string; sha256: string | null };

/** Finished videos that have arrived, by line id, and lie on no desk yet: their admin may have looked at another page meanwhile. */
const arrived = new Map<string, ArrivedVideo>();
const listeners = new Set<() => void>();

/** @param video what the line's download is from now on */
export const putArrivedVideo = (lineId: string, video: ArrivedVideo): void => {
  arrived.set(lineId, video);
  for (const listener of listeners) listener();
};

/** All that have arrived since the last time. */
export const takeArrivedVideos = (): Record<string, ArrivedVideo> => {
  const all = Object.fromEntries(arrived);
  arrived.clear();
  return all;
};

/** Calls back when one arrives; returns how to stop that. */
export const onArrivedVideo = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
