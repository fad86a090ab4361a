import { expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdminLine } from '../../src/testing/build-admin-line.ts';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, card, cards, ORDERS, openOrders } from './open-orders.tsx';

const search = () => screen.findByRole('textbox', { name: '注文を検索' });
const shownNumbers = () => cards().map((order) => within(order).getByRole('heading', { level: 3 }).textContent?.replace('注文番号 ', ''));
const searchParam = (name: string) => new URLSearchParams(window.location.search).get(name);

const hanako = { customerEmail: 'kensaku-1@example.jp', customerName: '検索 花子', athleteNumber: '12A' };
const lines = [
  buildAdminLine({ orderNumber: '12345679-01' }),
  buildAdminLine({ ...hanako, orderNumber: '12345678-01', contestId: 'c2', contestName: '湘南カップ' }),
];

test.each(['１２３４５６７８', 'ＫＥＮＳＡＫＵ－１＠', '検索　花子', '１２ａ kensaku-1'])(
  'when the admin searches for %s, then the order matches by number, address, name and bib, whatever the width and case',
  async (text) => {
    const { user } = openOrders(lines);
    await card('12345679');
    await user.click(await search());
    await user.paste(text);
    await waitFor(() => expect(shownNumbers()).toEqual(['12345678']));
    expect(screen.getByText('1件の注文')).toHaveRole('status');
  },
);

test('when nothing matches, then the list says so, and clearing the search shows all orders', async () => {
  const { user } = openOrders(lines);
  await card('12345679');
  await user.click(await search());
  await user.paste('検索 花子 999Z');
  expect(await screen.findByText('条件に合う注文はありません')).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: '検索条件を消す' }));
  expect(await search()).toHaveValue('');
  await waitFor(() => expect(shownNumbers()).toEqual(['12345679', '12345678']));
});

test('when the list is filtered, then the URL keeps the filters, and a reload applies them again', async () => {
  const { user } = openOrders([...lines, buildAdminLine({ ...hanako, orderNumber: '12345677-01', orderDate: '2026-11-19T14:59:59.000Z' })]);
  await card('12345679');
  await user.click(await search());
  await user.paste('検索 花子');
  await waitFor(() => expect(searchParam('q')).toBe('検索 花子'));
  expect(shownNumbers()).toEqual(['12345678', '12345677']);
  // Days in Japan: the other order was placed a second before midnight.
  fireEvent.change(screen.getByLabelText('注文日（から）'), { target: { value: '2026-11-20' } });
  await waitFor(() => expect(shownNumbers()).toEqual(['12345678']));
  await user.selectOptions(screen.getByLabelText('大会'), '湘南カップ');
  await waitFor(() => expect([searchParam('from'), searchParam('contest')]).toEqual(['2026-11-20', 'c2']));

  const address = `${window.location.pathname}${window.location.search}`;
  cleanup();
  openOrders(lines, { path: address });
  await card('12345678');
  expect(shownNumbers()).toEqual(['12345678']);
  expect(await search()).toHaveValue('検索 花子');
  expect(screen.getByLabelText('注文日（から）')).toHaveValue('2026-11-20');
  expect(screen.getByLabelText('大会')).toHaveDisplayValue('湘南カップ');

  fireEvent.change(screen.getByLabelText('注文日（から）'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('注文日（まで）'), { target: { value: '2026-11-19' } });
  expect(await screen.findByText('条件に合う注文はありません')).toBeVisible();
});

test('when orders are overdue, then each shows by how many days, and they can be sorted first', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
  const { user } = openOrders([
    buildAdminLine({ orderNumber: '12345679-01', orderDate: daysAgo(0) }),
    buildAdminLine({ orderNumber: '12345678-01', orderDate: daysAgo(20) }),
    buildAdminLine({ orderNumber: '12345677-01', orderDate: daysAgo(40) }),
  ]);
  const badge = async (orderNumber: string, text: RegExp) => expect(within(await card(orderNumber)).getByText(text)).toBeVisible();
  await badge('12345679', /^納期 \d{1,2}月\d{1,2}日/);
  await badge('12345678', /^納期超過 1\d日$/);
  await badge('12345677', /^納期超過 3\d日$/);
  expect(shownNumbers()).toEqual(['12345679', '12345678', '12345677']);
  await user.selectOptions(screen.getByLabelText('並び順'), '納期の遅れ順');
  await waitFor(() => expect(shownNumbers()).toEqual(['12345677', '12345678', '12345679']));
  expect(searchParam('sort')).toBe('late');
  await expectAccessible();
});

test('when an address chooses the handled orders, then the search applies to them', async () => {
  openOrders([...lines, buildDeliveredLine({ orderNumber: '12345676-01' })], { path: `${ORDERS}&view=handled&q=12345678` });
  expect(await screen.findByText('条件に合う注文はありません')).toBeVisible();
});
