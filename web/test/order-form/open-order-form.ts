import type { Athlete, Category, Contest, Media, VideoStyle } from '@stagereel/contracts';
import { screen, within } from '@testing-library/react';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { buildContest as buildAnyContest } from '../../src/testing/build-contest.ts';
import { json, openPage } from '../../src/testing/open-page.tsx';

/** A contest on sale, with the given changes. */
export const buildContest = (changes: Partial<Contest> = {}): Contest =>
  buildAnyContest({
    name: '春の大会',
    date: '2026年11月3日',
    location: '東京体育館',
    sitePublicStatus: 'public',
    videoPublished: true,
    ...changes,
  });

const category = (name: string): Category => ({ id: name, contestId: 'c1', name, color: '#aa0000', createdAt: '2026-11-01T00:00:00.000Z' });

const ATHLETES = [
  buildAthlete('001', { category: 'メンズフィジーク' }),
  buildAthlete('002', { category: 'ビキニ' }),
  buildAthlete('003', { category: 'ビキニ', name: '山田 花子' }),
];

export const ATHLETES_KEY = 'GET /api/contests/c1/athletes';

type Sale = { contest?: Contest; athletes?: readonly Athlete[]; samples?: readonly Media[] };

/** The responses for one contest on sale. */
export const onSale = ({ contest = buildContest(), athletes = ATHLETES, samples = [] }: Sale = {}) => ({
  'GET /api/contests': () => json([contest]),
  'GET /api/contests/c1': () => json(contest),
  'GET /api/contests/c1/categories': () => json([...new Set(athletes.map((athlete) => athlete.category))].map(category)),
  [ATHLETES_KEY]: () => json(athletes),
  'GET /api/contests/c1/price-description': () => json({ items: [], notes: '', version: 0 }),
  'GET /api/contests/c1/media': () => json(samples),
});

export const FORM_PATH = '/order-form/spring';

/** Opens the order form and waits until it can be filled in. */
export const openForm = async ({ query = '', ...sale }: Sale & { query?: string } = {}) => {
  const page = openPage(`${FORM_PATH}${query}`, onSale(sale));
  await videoGroup(1);
  return page;
};
type Page = ReturnType<typeof openPage>;

export const videoGroup = (position: number) => screen.findByRole('group', { name: `動画${position}` });
export const categoryField = async (position = 1) => within(await videoGroup(position)).getByLabelText(/カテゴリー/);
export const athleteField = async (position = 1) => within(await videoGroup(position)).findByRole('combobox', { name: /^選手/ });
export const styleField = async (style: string, position = 1) =>
  within(await videoGroup(position)).getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${style}`) });
export const searchField = () => screen.findByRole('combobox', { name: 'ゼッケン番号・選手名で探す' });
export const continueButton = () => screen.getByRole('button', { name: '注文内容の確認へ進む' });
export const addButton = () => screen.getByRole('button', { name: '動画を追加' });

type Choice = { position?: number; category: string; bib: string; style: VideoStyle };

export const chooseVideo = async ({ user }: Page, { position = 1, category: name, bib, style }: Choice): Promise<void> => {
  await user.selectOptions(await categoryField(position), name);
  const field = await athleteField(position);
  await user.clear(field);
  await user.type(field, `${bib}{Enter}`);
  const choice = await styleField(style, position);
  if (!choice.checked) await user.click(choice);
};
