/** Japan has kept one offset without summer time since 1952. */
const OFFSET_MS = 9 * 3_600_000;

/** An instant as the wall clock in Tokyo: `2026-11-20 18:00:00` */
export const toTokyo = (iso: string): string => new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** A wall clock in Tokyo as an instant; null when it is no time. */
export const fromTokyo = (wallClock: string): string | null => {
  const time = Date.parse(`${wallClock.replace(' ', 'T')}Z`);
  return Number.isNaN(time) ? null : new Date(time - OFFSET_MS).toISOString();
};
