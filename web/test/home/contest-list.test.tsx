import { expect, jest, test } from '@jest/globals';
import type { ComingSoonContest } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeTime, skipTimeUntil } from '../../src/testing/fake-time.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';
import { buildContest, onSale } from '../order-form/open-order-form.ts';

const CONTESTS = 'GET /api/contests';
const COMING_SOON = 'GET /api/contests/coming-soon';
const NOTHING_ON_SALE = '現在公開中の大会はありません。';
const card = (name = '春の大会') => screen.findByRole('article', { name });
const ready = { athleteCount: 40, priceRange: { min: 3000, max: 5000 } };
const announced: ComingSoonContest = {
  id: 's1',
  name: '冬の大会',
  slug: 'winter',
  date: '2026年12月20日',
  location: '名古屋',
  coverImage: null,
  salesStartAt: '2026-12-25T03:00:00.000Z',
};

test('when the list of contests is slow, then the page shows that, and then each contest with a link to its order form (customer 2.7, 2.8, 2.9)', async () => {
  const slow = holdBack(() =>
    json([
      buildContest({ ...ready, hasSamples: true }),
      buildContest({ ...ready, id: 'c2', name: '秋の大会', slug: 'autumn', coverImage: '/media/c2/cover.webp' }),
    ]),
  );
  const { user } = openPage('/', { ...onSale(), [CONTESTS]: slow.responder });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(screen.getByText(/読み込み中/)).toBeVisible());
  await expectAccessible();
  slow.release();

  const withoutCover = within(await card());
  const facts = ['動画販売', 'カバー画像なし', '2026年11月3日', '東京体育館', '40名', 'サンプルあり', '¥3,000〜¥5,000（税込）'];
  for (const text of facts) expect(withoutCover.getByText(text)).toBeVisible();
  const withCover = await card('秋の大会');
  expect(withCover.querySelector('img')).toHaveAttribute('src', '/media/c2/cover.webp');
  for (const text of ['カバー画像なし', 'サンプルあり']) expect(within(withCover).queryByText(text)).not.toBeInTheDocument();
  await expectAccessible();

  await user.click(withoutCover.getByRole('link', { name: '注文を開始する' }));
  await waitFor(() => expect(window.location.pathname).toBe('/order-form/spring'));
});

test('when there are many contests, then the pictures below the first screen load later', async () => {
  const contests = Array.from({ length: 12 }, (_, index) =>
    buildContest({ ...ready, id: `c${index}`, name: `大会${index}`, slug: `c${index}`, coverImage: `/media/c${index}/cover.webp` }),
  );
  openPage('/', { [CONTESTS]: () => json(contests) });
  await card('大会11');
  const loading = contests.map(({ name }) => screen.getByRole('article', { name }).querySelector('img')?.getAttribute('loading'));
  expect(loading).toEqual(['eager', 'eager', ...Array(10).fill('lazy')]);
});

test('when all videos of a contest cost the same, then its card and the banner show one price', async () => {
  openPage('/', { [CONTESTS]: () => json([buildContest({ ...ready, priceRange: { min: 5000, max: 5000 } })]) });
  expect(within(await card()).getByText('¥5,000（税込）')).toBeVisible();
  expect(screen.getByText('1本 ¥5,000から（税込）・会員登録不要')).toBeVisible();
});

test('when a published contest has no athlete on sale, then its card says that it is being prepared and leads nowhere (customer 2.8)', async () => {
  openPage('/', { [CONTESTS]: () => json([buildContest()]) });
  const unready = within(await card());
  expect(unready.getByText('準備中')).toBeVisible();
  expect(unready.getByRole('button', { name: '注文を開始する' })).toBeDisabled();
  expect(unready.queryByRole('link')).not.toBeInTheDocument();
  expect(unready.queryByText(/名$/)).not.toBeInTheDocument();
  expect(screen.getByText('会員登録なしで購入できます')).toBeVisible();
  await expectAccessible();
});

test('when the list of contests cannot be loaded, then the page shows an error, and retry loads the list', async () => {
  fakeTime();
  const page = openPage('/', { [CONTESTS]: networkFailure });
  // The list is requested four times before the error is shown, with growing delays.
  const alert = await skipTimeUntil(() => screen.getByRole('alert'));
  expect(alert).toBeVisible();
  expect(within(alert).getByText('大会の一覧を読み込めませんでした')).toBeVisible();
  expect(page.requests(CONTESTS)).toHaveLength(4);
  jest.useRealTimers();
  await expectAccessible();

  page.respond(CONTESTS, () => json([buildContest(ready)]));
  await page.user.click(within(alert).getByRole('button', { name: '再試行' }));
  expect(await card()).toBeVisible();
});

test('when no contest is on sale and none is announced, then the page says so (customer 2.9)', async () => {
  openPage('/', { [CONTESTS]: () => json([buildContest({ videoPublished: false })]) });
  expect(await screen.findByText(NOTHING_ON_SALE)).toBeVisible();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'まもなく販売を開始する大会' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('when a contest is only announced, then its card shows when its sale starts', async () => {
  openPage('/', { [COMING_SOON]: () => json([announced, { ...announced, id: 's2', name: '新春の大会', salesStartAt: null }]) });
  const soon = within(await screen.findByRole('region', { name: 'まもなく販売を開始する大会' }));
  const first = within(soon.getByRole('article', { name: '冬の大会' }));
  for (const text of ['2026年12月20日', '名古屋', '販売開始予定：2026年12月25日(金) 12:00']) expect(first.getByText(text)).toBeVisible();
  expect(within(soon.getByRole('article', { name: '新春の大会' })).getByText('販売開始日は未定です')).toBeVisible();
  expect(screen.queryByText(NOTHING_ON_SALE)).not.toBeInTheDocument();
  await expectAccessible();
});

test('when the announced contests cannot be loaded, then the contests on sale are shown without them', async () => {
  openPage('/', { [CONTESTS]: () => json([buildContest(ready)]), [COMING_SOON]: networkFailure });
  expect(await card()).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
