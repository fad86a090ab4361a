import { expect, test } from '@jest/globals';
import type { FoundAthlete } from '@stagereel/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';
import { athleteField, onSale } from '../order-form/open-order-form.ts';

const SEARCH = 'GET /api/contests/athlete-search';
const found = (changes: Partial<FoundAthlete> = {}): FoundAthlete => ({
  contestId: 'c1',
  contestName: '春の大会',
  contestSlug: 'spring',
  category: 'ビキニ',
  athleteNumber: '003',
  name: '山田 花子',
  ...changes,
});
const results =
  (athletes: FoundAthlete[], hasMore = false) =>
  () =>
    json({ athletes, hasMore });
const open = (responder: () => Response | Promise<Response>) => openPage('/', { ...onSale(), [SEARCH]: responder });
const field = () => screen.findByRole('searchbox', { name: 'ゼッケン番号・お名前で選手を探す' });

test('when a visitor types a name, then only the whole text is searched, and a result opens the order form with that athlete', async () => {
  const { user, requests } = open(results([found(), found({ category: 'メンズ & シニア', athleteNumber: '3#', name: null })]));
  await user.type(await field(), '山田');
  const named = await screen.findByRole('link', { name: /003.*山田 花子.*ビキニ.*春の大会/ });
  expect(requests(SEARCH).map(({ search }) => decodeURIComponent(search))).toEqual(['?q=山田']);
  expect(screen.getByText('2名の選手が見つかりました。')).toBeInTheDocument();
  const unnamed = screen.getByRole('link', { name: /3#/ });
  expect(unnamed).toHaveAttribute(
    'href',
    '/order-form/spring?category=%E3%83%A1%E3%83%B3%E3%82%BA%20%26%20%E3%82%B7%E3%83%8B%E3%82%A2&athlete=3%23',
  );
  await expectAccessible();

  await user.click(named);
  await waitFor(() => expect(window.location.pathname).toBe('/order-form/spring'));
  await waitFor(async () => expect(await athleteField()).toHaveValue('003　山田 花子'));
});

test('when only the keyboard is used, then the arrow keys reach the results, Enter opens the first one and Escape closes the list', async () => {
  const { user } = open(results([found(), found({ athleteNumber: '004' })]));
  const input = await field();
  await user.type(input, '00');
  await screen.findByRole('link', { name: /004/ });
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('link', { name: /004/ })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(input).toHaveFocus();
  expect(screen.queryByRole('link', { name: /004/ })).not.toBeInTheDocument();
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(async () => expect(await athleteField()).toHaveValue('003　山田 花子'));
});

test('when an input method is still converting, then nothing is searched and its Enter opens nothing', async () => {
  const { user, requests } = open(results([found()]));
  const input = await field();
  await user.click(input);
  fireEvent.compositionStart(input);
  fireEvent.input(input, { target: { value: 'やまd' }, isComposing: true });
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.input(input, { target: { value: '山田' }, isComposing: true });
  fireEvent.compositionEnd(input);
  await screen.findByRole('link', { name: /山田/ });
  expect(requests(SEARCH).map(({ search }) => decodeURIComponent(search))).toEqual(['?q=山田']);
  expect(window.location.pathname).toBe('/');
});

test('when the search is slow, then the page shows that, and a result of an earlier text cannot be opened with Enter', async () => {
  const { user, respond } = open(results([found()]));
  const input = await field();
  await user.type(input, '3');
  await screen.findByRole('link', { name: /003/ });
  const slow = holdBack(results([found({ athleteNumber: '034' })]));
  respond(SEARCH, slow.responder);
  await user.type(input, '4{Enter}');
  expect(window.location.pathname).toBe('/');
  slow.release();
  expect(await screen.findByRole('link', { name: /034/ })).toBeVisible();

  const first = holdBack(results([]));
  respond(SEARCH, first.responder);
  await user.click(screen.getByRole('button', { name: '検索条件を消す' }));
  expect(input).toHaveFocus();
  expect(screen.queryByRole('link', { name: /034/ })).not.toBeInTheDocument();
  await user.type(input, '9');
  expect(await screen.findByText('検索中...')).toBeVisible();
  first.release();
  expect(await screen.findByText('「9」に一致する選手は見つかりませんでした。番号やお名前をご確認ください。')).toBeVisible();
  await expectAccessible();
});

test('when more athletes match than are listed, then the list asks for a longer text', async () => {
  const { user } = open(results([found()], true));
  await user.type(await field(), '山');
  expect(await screen.findByText('ほかにも一致する選手がいます。番号やお名前を続けて入力してください。')).toBeVisible();
});

test('when the search fails, then the list shows an error, and retry searches again', async () => {
  const { user, respond } = open(() => errorResponse('Internal'));
  const input = await field();
  await user.type(input, '3');
  expect(await screen.findByText('選手を検索できませんでした')).toBeVisible();
  await expectAccessible();
  respond(SEARCH, results([found()]));
  await user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await screen.findByRole('link', { name: /003/ })).toBeVisible();
  expect(input).toHaveValue('3');
});

test('when the visitor taps beside the results, then they close, and open again with the field', async () => {
  const { user } = open(results([found()]));
  await user.type(await field(), '3');
  await screen.findByRole('link', { name: /003/ });
  await user.click(screen.getByRole('heading', { level: 1 }));
  expect(screen.queryByRole('link', { name: /003/ })).not.toBeInTheDocument();
  await user.click(await field());
  expect(screen.getByRole('link', { name: /003/ })).toBeVisible();
});
