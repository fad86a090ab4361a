import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';
import { buildContest, onSale } from './open-order-form.ts';

const CONTESTS = 'GET /api/contests';
const card = (name = '春の大会') => screen.findByRole('article', { name });

afterEach(() => {
  jest.useRealTimers();
});

test('when the list of contests is slow, then the page shows that, and then each contest with a link to its order form', async () => {
  const slow = holdBack(() =>
    json([buildContest(), buildContest({ id: 'c2', name: '秋の大会', slug: 'autumn', coverImage: '/media/c2/cover.webp' })]),
  );
  const { user } = openPage('/', { ...onSale(), [CONTESTS]: slow.responder });
  expect(await screen.findByText(/読み込み中/)).toBeVisible();
  await expectAccessible();
  slow.release();

  const withoutCover = within(await card());
  for (const text of ['動画販売', 'カバー画像なし', '2026年11月3日', '東京体育館']) expect(withoutCover.getByText(text)).toBeVisible();
  const withCover = await card('秋の大会');
  expect(withCover.querySelector('img')).toHaveAttribute('src', '/media/c2/cover.webp');
  expect(within(withCover).queryByText('カバー画像なし')).not.toBeInTheDocument();
  await expectAccessible();

  await user.click(withoutCover.getByRole('link', { name: '注文を開始する' }));
  await waitFor(() => expect(window.location.pathname).toBe('/order-form/spring'));
});

test('when the list of contests cannot be loaded, then the page shows an error, and retry loads the list', async () => {
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
  const page = openPage('/', { [CONTESTS]: networkFailure });
  // The list is requested four times before the error is shown, with growing delays.
  await waitFor(async () => {
    await jest.advanceTimersByTimeAsync(1_000);
    expect(screen.getByRole('alert')).toBeVisible();
  });
  const alert = screen.getByRole('alert');
  expect(within(alert).getByText('大会の一覧を読み込めませんでした')).toBeVisible();
  expect(page.requests(CONTESTS)).toHaveLength(4);
  jest.useRealTimers();
  await expectAccessible();

  page.respond(CONTESTS, () => json([buildContest()]));
  await page.user.click(within(alert).getByRole('button', { name: '再試行' }));
  expect(await card()).toBeVisible();
});

test('when no contest is on sale, then the page says so', async () => {
  openPage('/', { [CONTESTS]: () => json([buildContest({ videoPublished: false })]) });
  expect(await screen.findByText('現在公開中の大会はありません。')).toBeVisible();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await expectAccessible();
});
