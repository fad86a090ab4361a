import { expect, jest, test } from '@jest/globals';
import { errorCatalogue, type Receipt } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { asMember, errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const STATE = 'GET /api/orders/12345678/receipt';
const ISSUE = 'POST /api/orders/12345678/receipt';

const stateOf = (latest: Receipt | null) => () =>
  json({ orderNumber: '12345678', customerName: '領収 花子', latest, isIssued: latest !== null });
const issued = (receipt: Receipt) => () => json(receipt, { status: 201 });
const openReceipt = (latest: Receipt | null) => openPage('/receipt/12345678', { ...asMember(), [STATE]: stateOf(latest) });

const addresseeField = () => screen.findByRole('textbox', { name: /宛名/ });
const provisoField = () => screen.findByRole('textbox', { name: /但し書き/ });
const button = (name: string) => screen.findByRole('button', { name });
const paper = () => screen.findByRole('article', { name: '領収書' });
const facts = (receipt: HTMLElement) =>
  [...receipt.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]);

test('when the receipt is new, then the form has the customer’s name and the product, and refuses empty fields and angle brackets', async () => {
  const { user } = openReceipt(null);
  expect(await addresseeField()).toHaveValue('領収 花子');
  expect(await provisoField()).toHaveValue('スポーツ大会動画データ代として');
  expect(screen.getByRole('heading', { level: 1, name: '領収書の発行' })).toBeVisible();
  await expectAccessible();

  await user.clear(await addresseeField());
  await user.type(await addresseeField(), ' ');
  await user.clear(await provisoField());
  await user.click(await button('発行する'));
  expect(await screen.findByText('宛名を入力してください。')).toBeVisible();
  expect(screen.getByText('但し書きを入力してください。')).toBeVisible();
  expect(await addresseeField()).toHaveFocus();
  await expectAccessible();

  await user.type(await addresseeField(), '株式会社<ステージ>');
  await user.click(await button('発行する'));
  expect(await screen.findByText('< と > は使用できません。')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
});

test('when the receipt is issued, then it has all legally required details and is announced, and is not marked as reissued', async () => {
  const page = openReceipt(null);
  const addressee = await addresseeField();
  await page.user.clear(addressee);
  await page.user.type(addressee, '株式会社ステージ 御中');
  const receipt = buildReceipt({
    addressee: '株式会社ステージ 御中',
    lines: [
      { number: '12345678-01', contestName: '春の大会', category: '一般', athleteNumber: '012', style: '縦動画', price: 5000 },
      { number: '12345678-02', contestName: '春の大会', category: 'ビキニ', athleteNumber: '034', style: '横動画', price: 3500 },
    ],
    total: 8500,
    taxAmount: 772,
    seller: { ...buildReceipt().seller, registrationNumber: 'T9000000000000' },
  });
  page.respond(ISSUE, issued(receipt));
  await page.user.click(await button('発行する'));
  const shown = await paper();
  expect(screen.getByText('領収書を発行しました。')).toBeInTheDocument();
  const { body } = page.requests(ISSUE)[0] ?? {};
  expect(body).toMatchObject({ addressee: '株式会社ステージ 御中', proviso: 'スポーツ大会動画データ代として' });

  expect(within(shown).getByText('株式会社ステージ 御中')).toBeVisible();
  expect(shown).toHaveTextContent('但し、スポーツ大会動画データ代として上記の金額を正に領収いたしました。');
  expect(shown).toHaveTextContent('領収金額¥8,500（税込）');
  expect(facts(shown)).toEqual([
    ['領収書番号', '12345678-R1'],
    ['発行日', '2026年11月21日(土)'],
    ['取引日', '2026年11月20日(金)'],
    ['注文番号', '12345678'],
    ['お支払い方法', 'クレジットカード'],
    ['合計', '¥8,500（税込）'],
    ['10%対象', '¥8,500'],
    ['消費税額（内税）', '¥772'],
  ]);
  const rows = within(shown).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['春の大会 一般 012 縦動画¥5,000', '春の大会 ビキニ 034 横動画¥3,500']);
  for (const text of ['株式会社ステージ', '東京都千代田区1-1', '電話 03-0000-0000', '登録番号 T9000000000000'])
    expect(within(shown).getByText(text)).toBeVisible();
  expect(within(shown).queryByText('再発行')).toBeNull();
  await expectAccessible();
});

test('when a receipt exists, then another one needs a confirmation, which can be cancelled, and is marked as reissued', async () => {
  const page = openReceipt(buildReceipt({ addressee: '株式会社ステージ 御中' }));
  await page.user.click(await button('宛名などを変えて再発行'));
  const addressee = await addresseeField();
  expect(addressee).toHaveValue('株式会社ステージ 御中');
  await page.user.clear(addressee);
  await page.user.type(addressee, '株式会社リール');
  await expectAccessible();
  await page.user.click(await button('再発行する'));
  const dialog = await screen.findByRole('dialog', { name: '領収書を再発行しますか？' });
  expect(dialog).toHaveTextContent('新しい領収書には「再発行」と記載されます。発行済みの領収書と重複して使用しないでください。');
  await expectAccessible();
  await page.user.click(within(dialog).getByRole('button', { name: 'キャンセル' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.requests(ISSUE)).toEqual([]);

  page.respond(ISSUE, issued(buildReceipt({ receiptNumber: '12345678-R2', isReissue: true, addressee: '株式会社リール' })));
  await page.user.click(await button('再発行する'));
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '再発行する' }));
  expect(await screen.findByText('12345678-R2')).toBeVisible();
  expect(within(await paper()).getByText('再発行')).toBeVisible();
  expect(within(await paper()).getByText('株式会社リール 様')).toBeVisible();
  await expectAccessible();
});

test('when a reissue is cancelled, then the existing receipt stays', async () => {
  const { user } = openReceipt(buildReceipt());
  await user.click(await button('宛名などを変えて再発行'));
  await user.click(await button('キャンセル'));
  expect(screen.queryByRole('textbox', { name: /宛名/ })).toBeNull();
  expect(within(await paper()).getByText('12345678-R1')).toBeVisible();
  expect(screen.getByRole('link', { name: '購入履歴に戻る' })).toHaveAttribute('href', '/purchase-history');
});

test('when the addressee is a company, then 御中 is chosen and can be changed, and an honorific that was typed is not repeated', async () => {
  const page = openReceipt(null);
  const { user } = page;
  const addressee = await addresseeField();
  const form = within(addressee.closest('form') as HTMLElement);
  expect(form.getByRole('radio', { name: '様' })).toBeChecked();
  expect(form.getByText('領収 花子 様')).toBeVisible();

  await user.clear(addressee);
  await user.type(addressee, '㈱ステージ');
  expect(form.getByRole('radio', { name: '御中' })).toBeChecked();
  expect(form.getByText('㈱ステージ 御中')).toBeVisible();
  await user.click(form.getByRole('radio', { name: '様' }));
  expect(form.getByText('㈱ステージ 様')).toBeVisible();
  await expectAccessible();
  await user.type(addressee, ' 御中');
  expect(form.getByText('㈱ステージ 御中')).toBeVisible();
  expect(form.queryByRole('radio')).toBeNull();

  await user.clear(addressee);
  await user.type(addressee, '株式会社ステージ');
  await user.click(form.getByRole('radio', { name: '御中' }));
  page.respond(ISSUE, issued(buildReceipt({ addressee: '株式会社ステージ', honorific: '御中' })));
  await user.click(await button('発行する'));
  expect(within(await paper()).getByText('株式会社ステージ 御中')).toBeVisible();
  expect(page.requests(ISSUE)[0]?.body).toMatchObject({ addressee: '株式会社ステージ', honorific: '御中' });
});

test('when only the keyboard is used, then Enter issues the receipt, and the button before it prints it', async () => {
  const page = openReceipt(null);
  const print = jest.spyOn(window, 'print');
  const addressee = await addresseeField();
  screen.getByRole('link', { name: '購入履歴に戻る' }).focus();
  // The heading of the page is not in the tab order.
  await page.user.tab();
  expect(addressee).toHaveFocus();
  page.respond(ISSUE, issued(buildReceipt({ addressee: '山田 太郎様' })));
  await page.user.keyboard('{Control>}a{/Control}山田 太郎様{Enter}');
  expect(within(await paper()).getByText('山田 太郎様')).toBeVisible();
  const title = within(await paper()).getByRole('heading', { name: '領収書' });
  await waitFor(() => expect(title).toHaveFocus());
  await page.user.tab({ shift: true });
  await page.user.tab({ shift: true });
  expect(await button('印刷・PDFで保存')).toHaveFocus();
  await page.user.keyboard('{Enter}');
  expect(print).toHaveBeenCalledTimes(1);
});

test('when the response is lost, then the page shows an error, and a retry repeats the same request', async () => {
  const page = openReceipt(null);
  page.respond(ISSUE, networkFailure);
  await page.user.click(await button('発行する'));
  expect(await screen.findByRole('alert')).toHaveTextContent('領収書を発行できませんでした');
  expect(await addresseeField()).toHaveValue('領収 花子');
  await expectAccessible();
  page.respond(ISSUE, issued(buildReceipt()));
  await page.user.click(await button('発行する'));
  expect(await screen.findByText('12345678-R1')).toBeVisible();
  const [lost, repeated] = page.requests(ISSUE).map(({ body }) => body);
  expect(lost).toMatchObject({ key: expect.any(String), addressee: '領収 花子' });
  expect(repeated).toEqual(lost);
});

test('when the maximum number of receipts is reached, then the page refuses a reissue', async () => {
  const page = openReceipt(buildReceipt());
  page.respond(ISSUE, () => errorResponse('ReceiptLimitReached'));
  await page.user.click(await button('宛名などを変えて再発行'));
  await page.user.click(await button('再発行する'));
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '再発行する' }));
  await screen.findByText(errorCatalogue.ReceiptLimitReached.message);
  expect(screen.getByRole('alert')).toHaveTextContent('領収書を発行できませんでした');
  await expectAccessible();
});
