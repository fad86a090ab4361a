import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { expectAccessible, json } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, card, openDetails, openOrders } from './open-orders.tsx';

const given = {
  'GET /api/contests': () => json([]),
  'GET /api/contests/c1/athletes': () => json([buildAthlete('012', { category: 'ビキニ' }), buildAthlete('033', { category: 'ビキニ' })]),
};

// jsdom plays no videos.
beforeEach(() => {
  jest.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    setTimeout(() => this.onerror?.(new Event('error')));
  });
});

const openRow = async () => {
  const page = openOrders([buildAdminLine()], { given });
  return { page, place: within(await card('12345678')) };
};
const openReplacement = async () => {
  const page = openDetails([buildDeliveredLine()], { given });
  const title = '12345678-01 の動画を差し替える';
  await page.user.click(await screen.findByRole('button', { name: title }));
  return { page, place: within(screen.getByRole('group', { name: title })) };
};

test.each([
  ['uploaded in the order row', openRow],
  ['uploaded as a replacement', openReplacement],
])('when a file is %s whose name says another athlete, then it waits for a confirmation', async (_how, open) => {
  const { page, place } = await open();
  const button = await place.findByRole('button', { name: '12345678-01 の動画をアップロード' });
  const input = button.parentElement?.querySelector('input[type=file]');
  await page.user.upload(input as HTMLInputElement, new File(['video'], '033_縦.mp4', { type: 'video/mp4' }));
  const warning = '番号「033」は、この注文の番号「012」と違います。';
  expect(await place.findByText(warning)).toBeVisible();
  await expectAccessible();
  await page.user.click(place.getByRole('button', { name: 'この動画をアップロード' }));
  await waitFor(() => expect(place.queryByText(warning)).toBeNull());
});
