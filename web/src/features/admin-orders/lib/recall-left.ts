const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** How much longer a delivery can be taken back, as the button says it: whole minutes, and seconds in the last one. */
export const recallLeftText = (ms: number): string =>
  ms >= MINUTE_MS ? `あと${Math.floor(ms / MINUTE_MS)}分` : `あと${Math.max(1, Math.floor(ms / SECOND_MS))}秒`;
