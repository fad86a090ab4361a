/** Japan has had a constant UTC offset since 1952. */
const OFFSET_MS = 9 * 3_600_000;

/** An instant as Tokyo time to the minute, in the format of a datetime-local field: `2026-11-20T18:00` */
export const toTokyo = (iso: string): string => new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, 16);

/** Tokyo time as an instant; null when it is invalid. */
export const fromTokyo = (wallClock: string): string | null => {
  const time = Date.parse(`${wallClock}Z`);
  return Number.isNaN(time) ? null : new Date(time - OFFSET_MS).toISOString();
};
