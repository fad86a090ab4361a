import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildOrderStatus, buildStatusOf } from '../../src/testing/build-order-status.ts';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { errorResponse, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const TOKEN = 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx';
const STATUS = `GET /api/order-status/${TOKEN}`;
const SECOND = 1_000;

beforeEach(() => fakeTime());

const openStatus = async () => {
  const page = openPage(`/order-status/${TOKEN}`, { [STATUS]: () => json(buildOrderStatus()) });
  await screen.findByRole('heading', { level: 2, name: '動画を制作しています' });
  const count = () => page.requests(STATUS).length;
  return {
    ...page,
    count,
    /** Passes time until one more request was sent. */
    next: async (ms: number) => {
      const before = count();
      jest.advanceTimersByTime(ms);
      await waitFor(() => expect(count()).toBe(before + 1));
    },
    /** Passes time in which no request may be sent. */
    quiet: async (ms: number) => {
      const before = count();
      jest.advanceTimersByTime(ms);
      // A request that was sent meanwhile would be received before this one.
      await fetch('/api/contests');
      expect(count()).toBe(before);
    },
  };
};
const setVisibility = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
};
const announcements = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('when the page stays open, then it asks every 30 seconds, announces only a change, and stops when everything is delivered', async () => {
  const { respond, next, quiet } = await openStatus();
  await quiet(28 * SECOND);
  await next(2 * SECOND);
  expect(announcements().join('')).toBe('');
  respond(STATUS, () => json(buildStatusOf({ state: 'delivered' }, { deliveredAt: '2026-11-24T03:00:00.000Z' })));
  await next(30 * SECOND);
  await screen.findByRole('heading', { level: 2, name: '動画を納品しました' });
  await waitFor(() => expect(announcements()).toContain('ご注文の状況が変わりました。動画を納品しました。'));
  await quiet(600 * SECOND);
});

test('when the page is hidden, then it does not ask; when it is shown again, it asks at once', async () => {
  const { next, quiet } = await openStatus();
  setVisibility('hidden');
  await quiet(120 * SECOND);
  setVisibility('visible');
  await next(0);
});

test('when requests fail, then the order stays visible, the page says so, and it asks less and less often until it works again', async () => {
  const { respond, next, quiet } = await openStatus();
  respond(STATUS, networkFailure);
  await next(30 * SECOND);
  await screen.findByText(/最新の状況を確認できませんでした。/);
  await next(31 * SECOND);
  await quiet(55 * SECOND);
  await next(10 * SECOND);
  await quiet(110 * SECOND);
  expect(screen.getByRole('heading', { level: 2, name: '動画を制作しています' })).toBeVisible();
  respond(STATUS, () => json(buildOrderStatus()));
  await next(20 * SECOND);
  await screen.findByText('この画面は自動で更新されます。');
  await next(30 * SECOND);
});

test('when the address stops leading to the order, then the order is no longer shown and the page stops asking', async () => {
  const { respond, next, quiet } = await openStatus();
  respond(STATUS, () => errorResponse('OrderNotFound'));
  await next(30 * SECOND);
  await screen.findByText('ご注文が見つかりませんでした。');
  expect(screen.queryByText('春の大会')).toBeNull();
  await quiet(600 * SECOND);
});
