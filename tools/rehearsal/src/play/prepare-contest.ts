import { athleteListSchema, FALLBACK_PRICE, ON_SALE, rosterPreviewSchema } from '@stagereel/contracts';
import { addMedia, drawMedia, rosterOf } from '@stagereel/seed';
import type { Admin } from '@stagereel/shop-client';
import { type Play, type PreparedContest, takeStep } from './play.ts';

const PHASE = 'preparation';
const CATEGORIES = ['メンズフィジーク', 'ビキニ', 'ボディビル', 'クラシックフィジーク', 'マスターズ', 'ジュニア'];
const HEADER = 'ゼッケン番号,選手名,カテゴリ,動画の販売状況,写真の販売状況,縦動画価格,横動画価格';
/** The same as in the demo shop, so that pictures and videos are drawn once for both. */
const LOOK = { palette: { depth: '#0b0616', set: '#3a1a5e', light: '#ffe2b8', glow: '#ff7a4d' }, seed: 12, hasVerticalVideo: true };

/** The roster as its organiser sends it: a CSV file. */
export const rosterCsv = (count: number): string => {
  const rows = rosterOf({ categories: CATEGORIES, count }).map(
    ({ athleteNumber, name, category, videoStatus, photoStatus, verticalVideoPrice, horizontalVideoPrice }) =>
      [
        athleteNumber,
        name,
        category,
        videoStatus,
        photoStatus,
        verticalVideoPrice ?? FALLBACK_PRICE,
        horizontalVideoPrice ?? FALLBACK_PRICE,
      ].join(','),
  );
  return `\uFEFF${[HEADER, ...rows].join('\r\n')}\r\n`;
};

/** Imports the roster as the screen does: it applies exactly what the preview showed. */
const importRoster = async (play: Play, { admin, contestId }: { admin: Admin; contestId: string }): Promise<void> => {
  const path = `/api/contests/${contestId}/athletes/import`;
  const file = Buffer.from(rosterCsv(play.plan.athletes)).toString('base64');
  const send = (body: object) => admin.call({ method: 'POST', path, body: { file, ...body }, schema: rosterPreviewSchema });
  const { fingerprint } = await takeStep(play, { phase: PHASE, step: 'preview the roster' }, () => send({}));
  const { counts } = await takeStep(play, { phase: PHASE, step: 'import the roster' }, () => send({ apply: true, fingerprint }));
  if (counts.refused > 0) throw new Error(`${counts.refused} rows of the roster were refused`);
};

/** Creates the contest with its roster, cover and samples, and publishes it. */
export const prepareContest = async (play: Play, admin: Admin): Promise<PreparedContest> => {
  const { runId, log } = play;
  const media = await drawMedia(LOOK);
  const contest = await admin.createContest({ name: `予行演習 ${runId}`, date: '2026年11月22日', location: '東京・品川' });
  for (const category of CATEGORIES) await admin.createCategory(contest.id, category);
  await importRoster(play, { admin, contestId: contest.id });
  await takeStep(play, { phase: PHASE, step: 'upload cover and samples' }, () => addMedia({ admin, contestId: contest.id, media }));
  await takeStep(play, { phase: PHASE, step: 'publish' }, () =>
    admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' }),
  );
  const athletes = await admin.call({ path: `/api/contests/${contest.id}/athletes`, schema: athleteListSchema });
  const onSale = athletes.filter(({ videoStatus }) => videoStatus === ON_SALE);
  log(`the contest is published with ${athletes.length} athletes, ${onSale.length} of them on sale`);
  return { id: contest.id, slug: contest.slug, onSale };
};
