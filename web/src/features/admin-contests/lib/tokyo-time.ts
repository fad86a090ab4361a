/** Japan has kept one offset without summer time since 1952. */
const OFFSET_MS = 9 * 3_600_000;

/** An instant as the wall clock in Tokyo, to the minute, as a field of type datetime-local writes it: `2026-11-20T18:00` */
export const toTokyo = (iso: string): string => new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, 16);

/** A wall clock in Tokyo as an instant; null when it is no time. */
export const fromTokyo = (wallClock: string): string | null => {
  const time = Date.parse(`${wallClock}Z`);
  return Number.isNaN(time) ? null : new Date(time - OFFSET_MS).toISOString();
};
