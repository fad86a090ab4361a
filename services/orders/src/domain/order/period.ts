/** Days in Asia/Tokyo such as `2026-11-20`, both inclusive; a missing one means no limit. */
export type Days = { from?: string | undefined; to?: string | undefined };
/** `before` is exclusive; null means no limit. */
export type Period = { from: Date | null; before: Date | null };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Japan has no daylight saving time: every day begins at 15:00 UTC and has 24 hours. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+09:00`);

export const periodOf = ({ from, to }: Days): Period => ({
  from: from === undefined ? null : startOf(from),
  before: to === undefined ? null : new Date(startOf(to).getTime() + DAY_MS),
});
