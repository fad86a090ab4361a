import { afterEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildContest } from '../../src/testing/build-contest.ts';
import { expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const contest = buildContest({ name: '秋の大会', slug: '秋の大会', videoPublished: true, sitePublicStatus: 'public' });
const ADDRESS = `${window.location.origin}/order-form/${encodeURIComponent('秋の大会')}`;

const open = async () => {
  const page = openPage('/order-form/秋の大会?category=一般&athlete=12', {
    'GET /api/contests': () => json([contest]),
    'GET /api/contests/c1/athletes': () => json([]),
    'GET /api/contests/c1/categories': () => json([]),
    'GET /api/contests/c1/media': () => json([]),
    'GET /api/contests/c1/price-description': () => json({ items: [], notes: '', version: 0 }),
  });
  return { ...page, button: await screen.findByRole('button', { name: '共有する' }) };
};

/** The menu opens with a transition, during which jsdom takes it for hidden. */
const menuItem = (name: string) => screen.findByRole('menuitem', { name, hidden: true });

const onPhone = (share: (data: ShareData) => Promise<void>) => {
  const matchMedia = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => (query === '(pointer: coarse)' ? { ...matchMedia(query), matches: true } : matchMedia(query)));
  const spy = jest.fn(share);
  Object.defineProperty(navigator, 'share', { value: spy, configurable: true });
  return spy;
};
afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

test('when the browser has no share sheet, then a menu offers to copy the link, LINE and X', async () => {
  const { user, button } = await open();
  await user.click(button);
  expect(await menuItem('リンクをコピー')).toBeInTheDocument();
  const addressOf = async (name: string) => new URL((await menuItem(name)).getAttribute('href') ?? '');
  for (const name of ['LINEで送る', 'Xでポストする']) {
    expect((await addressOf(name)).searchParams.get('url')).toBe(ADDRESS);
    expect((await addressOf(name)).searchParams.get('text')).toBe('秋の大会の選手動画｜StageReel');
  }
  expect((await addressOf('LINEで送る')).host).toBe('social-plugins.line.me');
  await expectAccessible();
  await user.click(await menuItem('リンクをコピー'));
  expect(await screen.findByText('コピーしました')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
});

test('when the browser refuses to copy, then the address is shown', async () => {
  const { user, button } = await open();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await user.click(button);
  await user.click(await menuItem('リンクをコピー'));
  expect(await screen.findByText(/次のアドレスを、手動でコピーしてください。/)).toHaveTextContent(ADDRESS);
});

test('when a phone has a share sheet, then it opens with the link, and closing it opens nothing else', async () => {
  const share = onPhone(() => Promise.reject(new DOMException('', 'AbortError')));
  const { user, button } = await open();
  await user.click(button);
  await waitFor(() => expect(share).toHaveBeenCalledWith({ title: '秋の大会の選手動画｜StageReel', url: ADDRESS }));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('when the share sheet fails, then the menu opens', async () => {
  onPhone(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  const { user, button } = await open();
  await user.click(button);
  expect(await menuItem('リンクをコピー')).toBeInTheDocument();
});
