import { formatDate } from '@stagereel/contracts';
import type { ContestPlan } from '../contests.ts';

const DAY_MS = 86_400_000;

/** What becomes of a contest of the season: on sale, sold until it was closed, announced, or still being prepared. */
export type SeasonState = 'on-sale' | 'closed' | 'coming-soon' | 'draft';
export type SeasonContest = ContestPlan & {
  state: SeasonState;
  /** How many days ago its sale began; negative: in how many days it begins. */
  saleBeganDaysAgo: number;
  /** Its share of the season's orders. */
  weight: number;
};

/** The date of a contest so many days ago; a contest takes place on a Sunday. */
const sundayBefore = ({ now, daysAgo }: { now: Date; daysAgo: number }): string => {
  const day = new Date(now.getTime() - daysAgo * DAY_MS);
  const sunday = new Date(day.getTime() - day.getUTCDay() * DAY_MS);
  // Without the day of the week, as an admin writes it.
  return formatDate(sunday).replace(/\(.\)$/, '');
};

/** The contests that `npm run demo` adds, with dates around today. */
export const seasonContests = (now: Date): SeasonContest[] => {
  const on = (daysAgo: number) => sundayBefore({ now, daysAgo });
  return [
    {
      name: '第3回 湘南ビーチフィットネスカップ',
      date: on(58),
      location: '神奈川・藤沢',
      categories: ['メンズフィジーク', 'ビキニ', 'ビーチモデル'],
      athletes: 60,
      look: { palette: { depth: '#06131a', set: '#0f5560', light: '#fff3cf', glow: '#2fe0c0' }, seed: 31, hasVerticalVideo: true },
      state: 'closed',
      saleBeganDaysAgo: 58,
      weight: 3,
    },
    {
      name: '東北クラシック',
      date: on(44),
      location: '宮城・仙台',
      categories: ['ボディビル', 'クラシックフィジーク', 'マスターズ'],
      athletes: 48,
      look: { palette: { depth: '#0c0a06', set: '#4a3312', light: '#fff0c8', glow: '#f5b13d' }, seed: 44, hasVerticalVideo: false },
      state: 'on-sale',
      saleBeganDaysAgo: 43,
      weight: 3,
    },
    {
      name: '第8回 九州フィットネスチャンピオンシップ',
      date: on(30),
      location: '福岡・博多',
      categories: ['メンズフィジーク', 'ビキニ', 'フィットネスモデル', 'ジュニア'],
      athletes: 80,
      look: { palette: { depth: '#120612', set: '#5a1450', light: '#ffe6f4', glow: '#ff4f9e' }, seed: 58, hasVerticalVideo: true },
      state: 'on-sale',
      saleBeganDaysAgo: 29,
      weight: 4,
    },
    {
      name: '名古屋ナチュラルカップ',
      date: on(9),
      location: '愛知・名古屋',
      categories: ['メンズフィジーク', 'ビキニ'],
      athletes: 36,
      look: { palette: { depth: '#050d0a', set: '#14533a', light: '#f0ffe0', glow: '#74e06a' }, seed: 73, hasVerticalVideo: false },
      state: 'on-sale',
      saleBeganDaysAgo: 8,
      weight: 3,
    },
    {
      name: '全日本マスターズ選手権',
      date: on(-14),
      location: '東京・有明',
      categories: ['マスターズ40', 'マスターズ50', 'マスターズ60'],
      athletes: 90,
      look: { palette: { depth: '#080810', set: '#2b2b52', light: '#ffffff', glow: '#c9a14a' }, seed: 86, hasVerticalVideo: false },
      state: 'coming-soon',
      saleBeganDaysAgo: -18,
      weight: 0,
    },
    {
      name: '北海道ウィンターショー',
      date: on(-60),
      location: '北海道・札幌',
      categories: ['ビキニ', 'フィジーク'],
      athletes: 12,
      look: { palette: { depth: '#04101a', set: '#173a5e', light: '#eaf6ff', glow: '#9fd0ff' }, seed: 95, hasVerticalVideo: false },
      state: 'draft',
      saleBeganDaysAgo: -60,
      weight: 0,
    },
  ];
};
