/** Days in Asia/Tokyo, `2026-11-20`, both inclusive; a missing one is no bound. */
export type Days = { from?: string | undefined; to?: string | undefined };
/** From one moment to just before another. */
export type Period = { from: Date | null; before: Date | null };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Japan has no summer time, so its days all begin at 15:00 UTC and have 24 hours. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00+09:00`);

export const periodOf = ({ from, to }: Days): Period => ({
  from: from === undefined ? null : startOf(from),
  before: to === undefined ? null : new Date(startOf(to).getTime() + DAY_MS),
});
