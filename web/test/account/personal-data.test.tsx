import { expect, jest, test } from '@jest/globals';
import type { OpenedPersonalData } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { asMember, errorResponse, expectAccessible, json, openPage, type Responder } from '../../src/testing/open-page.tsx';

const REQUEST = 'POST /api/personal-data/requests';
const OPEN = 'POST /api/personal-data/open';
const EXPORT = 'POST /api/personal-data/export';
const ERASE = 'POST /api/personal-data/erase';
const TOKEN = 'Jc0uT4vZ8sQm1XyPq6RwB3nLkE9fHdGaO7iUtY5rSxM';
const SENT = '入力されたメールアドレスに、お手続き用のリンクをお送りしました。メールをご確認ください。';

const opened =
  (changes: Partial<OpenedPersonalData> = {}): Responder =>
  () =>
    json({ kind: 'erasure', email: 'hanako@example.jp', expiresAt: '2126-11-20T10:00:00.000Z', hasAccount: true, ...changes });
const openLink = (given: Record<string, Responder>) => openPage(`/personal-data?token=${TOKEN}`, given);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('when an address is entered, then a link is mailed for the chosen procedure, and a limit is explained', async () => {
  const { user, requests, respond } = openPage('/personal-data', { [REQUEST]: () => errorResponse('LinkLimitReached') });
  await heading('個人情報の開示・消去');
  await user.click(screen.getByRole('button', { name: '消去を申し込む' }));
  expect(await screen.findByText('メールアドレスを入力してください。')).toBeVisible();
  expect(requests(REQUEST)).toEqual([]);
  await expectAccessible();

  await user.type(screen.getByRole('textbox', { name: /メールアドレス/ }), 'Ｈanako@Example.jp');
  await user.click(screen.getByRole('button', { name: '消去を申し込む' }));
  expect(within(await screen.findByRole('alert')).getByText(/^メールの送信回数が上限に達しました。/)).toBeVisible();

  respond(REQUEST, () => json({ message: SENT }, { status: 202 }));
  await user.click(screen.getByRole('button', { name: '消去を申し込む' }));
  await waitFor(async () => expect(await heading('お申し込みを受け付けました')).toHaveFocus());
  expect(screen.getByText(SENT)).toBeVisible();
  expect(screen.getByText('hanako@example.jp')).toBeVisible();
  expect(requests(REQUEST).at(-1)?.body).toEqual({ kind: 'erasure', email: 'hanako@example.jp' });
  await expectAccessible();
});

test('when the link of an erasure is opened, then nothing is erased before what goes and what stays was shown and confirmed', async () => {
  const { user, requests, respond } = openLink({ [OPEN]: opened(), [ERASE]: () => errorResponse('BadGateway') });
  await heading('個人情報の消去');
  expect(requests(OPEN)[0]?.body).toEqual({ token: TOKEN });
  expect(screen.getByText(/^会員アカウント（お名前、メールアドレス、パスワード）。/)).toBeVisible();
  expect(screen.getByText(/^お支払い済みのご注文の記録.*法令で定められた期間（7年間）$/)).toBeVisible();
  await expectAccessible();

  await user.click(screen.getByRole('button', { name: '個人情報を消去する' }));
  const question = await screen.findByRole('alert');
  await waitFor(() => expect(question).toHaveFocus());
  expect(within(question).getByText(/会員アカウントも削除され/)).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'キャンセル' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(requests(ERASE)).toEqual([]);

  await user.click(screen.getByRole('button', { name: '個人情報を消去する' }));
  await user.click(screen.getByRole('button', { name: '消去する' }));
  expect(await screen.findByText('消去できませんでした')).toBeVisible();
  respond(ERASE, () => json({ message: '個人情報の消去を受け付けました。' }));
  await user.click(screen.getByRole('button', { name: '消去する' }));
  await waitFor(async () => expect(await heading('個人情報の消去を受け付けました')).toHaveFocus());
  expect(requests(ERASE).map(({ body }) => body)).toEqual([{ token: TOKEN }, { token: TOKEN }]);
  await expectAccessible();
});

test('when the link of a disclosure is opened, then the button saves the file once', async () => {
  jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const file = () => new HttpResponse('{}', { headers: { 'content-disposition': 'attachment; filename="personal-data.json"' } });
  const { user, requests } = openLink({ [OPEN]: opened({ kind: 'export' }), [EXPORT]: file });
  await heading('個人情報の開示');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'ファイルを保存する' }));
  expect(await heading('ファイルを保存しました')).toBeVisible();
  expect(saved).toHaveBeenCalledTimes(1);
  expect(requests(EXPORT).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
});

test.each(['PersonalDataLinkInvalid', 'PersonalDataLinkExpired', 'ServiceUnavailable'] as const)(
  'when the link cannot be opened because of %s, then the page says why and what to do',
  async (code) => {
    openLink({ [OPEN]: () => errorResponse(code) });
    expect(await screen.findByText('リンクを確認できませんでした')).toBeVisible();
    const isTemporary = code === 'ServiceUnavailable';
    expect(screen.queryByRole('button', { name: '再試行' }) !== null).toBe(isTemporary);
    expect(screen.queryByRole('link', { name: 'もう一度申し込む' }) !== null).toBe(!isTemporary);
    await expectAccessible();
  },
);

test.each(['/account', '/privacy'])('when %s is open, then it links to the page', async (path) => {
  openPage(path, { ...asMember(), 'GET /api/shop': () => errorResponse('NotFound') });
  expect(await screen.findByRole('link', { name: /個人情報の開示・消去/ })).toHaveAttribute('href', '/personal-data');
});
