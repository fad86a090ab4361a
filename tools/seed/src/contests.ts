import type { Athlete, Contest } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import { drawMedia, type Look } from './drawn-media.ts';
import { addMedia } from './media.ts';
import { rosterOf } from './roster.ts';

export type ContestPlan = {
  name: string;
  date: string;
  location: string;
  categories: readonly string[];
  /** How many. */
  athletes: number;
  look: Look;
};
export type AddedContest = { contest: Contest; athletes: Athlete[] };

/** The contests of every demo shop. */
export const CONTESTS = [
  {
    name: '第12回 関東フィットネス選手権',
    date: '2026年11月8日',
    location: '東京・品川',
    categories: ['メンズフィジーク', 'ビキニ', 'ボディビル', 'クラシックフィジーク'],
    athletes: 40,
    look: { palette: { depth: '#0b0616', set: '#3a1a5e', light: '#ffe2b8', glow: '#ff7a4d' }, seed: 12, hasVerticalVideo: true },
  },
  {
    name: 'ジャパンオープン 2026',
    date: '2026年10月17日・18日',
    location: '大阪・なんば',
    categories: ['メンズフィジーク', 'ビキニフィットネス', 'ボディフィットネス', 'マスターズ', 'ジュニア', 'チームパフォーマンス'],
    athletes: 2000,
    look: { palette: { depth: '#030a18', set: '#0c3a70', light: '#d8f1ff', glow: '#2fa8ff' }, seed: 26, hasVerticalVideo: false },
  },
] as const satisfies readonly ContestPlan[];

/** Creates a contest with its categories, athletes and media; it stays private. */
export const addContest = async (
  admin: Admin,
  { name, date, location, categories, athletes, look }: ContestPlan,
): Promise<AddedContest> => {
  // Drawn meanwhile; an error is thrown where the media are needed.
  const drawing = drawMedia(look);
  drawing.catch(() => undefined);
  const contest = await admin.createContest({ name, date, location });
  for (const category of categories) await admin.createCategory(contest.id, category);
  const { created, failed } = await admin.createAthletes(contest.id, rosterOf({ categories, count: athletes }));
  if (failed.length > 0) throw new Error(`${failed.length} athletes of ${name} were rejected`);
  await addMedia({ admin, contestId: contest.id, media: await drawing });
  return { contest, athletes: created };
};

export const publish = (admin: Admin, { id }: Contest): Promise<Contest> =>
  admin.updateContest(id, { videoPublished: true, sitePublicStatus: 'public' });
