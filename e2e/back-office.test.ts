import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { fillBasket } from './support/basket.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { SMALL_CONTEST } from './support/checkout.ts';
import { tabTo } from './support/keyboard.ts';

const shop = useShopAndBrowser();

/** An order paid by a guest. Answers its number. */
const paidOrder = async (email: string): Promise<string> => {
  const customer = shop.stack().newCustomer();
  await customer.proveEmail(email);
  const { intent } = await customer.buy(await fillBasket(customer, { email }));
  return intent.orderNumber;
};

/** The whole sign-in, by keyboard alone. */
const signIn = async (page: Page) => {
  const { info, mailbox } = shop.stack();
  const { email, password } = info.admin;
  const except = await mailbox.idsOf(email);
  await page.goto('/admin-login');
  const address = page.getByLabel('メールアドレス');
  await address.waitFor();
  await tabTo(page, address);
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin-2fa-verify');
  await page.getByLabel('認証コード 1桁目').waitFor();
  const code = await mailbox.waitForCode({ to: email, except });
  await tabTo(page, page.getByLabel('認証コード 1桁目'));
  await page.keyboard.type(code);
  await page.waitForURL('**/admin');
  await page.getByRole('table', { name: '大会の一覧' }).waitFor();
};

const orderCard = (page: Page, orderNumber: string) => page.getByRole('article', { name: `注文番号 ${orderNumber}` });

describe('signing in', () => {
  test('when the password is wrong again and again, the page counts down the tries and then shuts the form', async () => {
    const { page, context, inspect, wrong } = await shop.open('desk');
    await page.goto('/admin-login');
    const submit = page.getByRole('button', { name: 'ログイン', exact: true });
    await submit.click();
    await page.getByText('メールアドレスを入力してください。').waitFor();
    expect(await page.getByLabel('メールアドレス').evaluate((field) => field === document.activeElement)).toBe(true);

    await page.getByLabel('メールアドレス').fill('nobody@stagereel.example');
    await page.getByRole('textbox', { name: /^パスワード/ }).fill('not the password');
    for (const expected of [null, '残り試行回数: 3回', '残り試行回数: 2回', '次に失敗すると、アカウントが15分間ロックされます。']) {
      const answered = page.waitForResponse('**/api/admin/login');
      await submit.click();
      expect((await answered).status()).toBe(401);
      await page.locator('form').getByText('メールアドレスまたはパスワードが正しくありません').waitFor();
      if (expected !== null) await page.getByText(expected).waitFor();
    }
    await inspect('admin-login-last-try');
    await submit.click();
    await page.getByText('管理者アカウントがロックされています。15分後に再試行してください。').waitFor();
    expect(await page.getByRole('button', { name: 'アカウントロック中' }).isDisabled()).toBe(true);
    expect(await page.getByLabel('メールアドレス').isDisabled()).toBe(true);
    await inspect('admin-login-locked');
    expect(wrong()).toEqual([]);
    await context.close();
  }, 60_000);
});

describe('a signed-in admin', () => {
  test('when an order is delivered by keyboard alone, the focus goes on to the next order', async () => {
    const numbers = [await paidOrder('keyboard-1@example.jp'), await paidOrder('keyboard-2@example.jp')];
    const [, newest = ''] = numbers;
    const { page, context, wrong } = await shop.open('desk');
    await signIn(page);
    await tabTo(page, page.getByRole('tab', { name: '大会管理' }));
    await page.keyboard.press('ArrowRight');
    const card = orderCard(page, newest);
    await card.waitFor();
    const fields = card.getByRole('textbox');
    for (const field of await fields.all()) {
      await tabTo(page, field);
      await page.keyboard.type('https://videos.example.com/keyboard');
    }
    await tabTo(page, card.getByRole('button', { name: '納品' }));
    await page.keyboard.press('Enter');
    await page.getByText(/のお客様に、ダウンロードリンクのメールを送信しました。/).waitFor();
    await card.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.id.startsWith('order-'));
    await shop.stack().mailbox.waitFor({ to: 'keyboard-2@example.jp', subject: /納品/ });
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when somebody else has delivered the order meanwhile, the page says so, and the URLs typed before a reload are still there', async () => {
    const orderNumber = await paidOrder('meanwhile@example.jp');
    const { page, context, inspect, wrong } = await shop.open('desk');
    await signIn(page);
    await page.goto('/admin?tab=orders');
    const card = orderCard(page, orderNumber);
    await card.waitFor();
    for (const field of await card.getByRole('textbox').all()) await field.fill('https://videos.example.com/mine');
    await page.reload();
    await card.waitFor();
    expect(await card.getByRole('textbox').first().inputValue()).toBe('https://videos.example.com/mine');

    const other = await shop.stack().signedInAdmin();
    const lines = (await other.orders()).filter((line) => line.orderNumber.startsWith(orderNumber));
    await other.deliver(orderNumber, Object.fromEntries(lines.map(({ id }) => [id, `https://videos.example.com/${id}`])));
    await card.getByRole('button', { name: '納品' }).click();
    const notice = page.getByRole('alert', { name: `注文番号 ${orderNumber}` });
    await notice.getByText('納品処理に失敗しました：この注文はすでに納品済みです。').waitFor();
    await card.waitFor({ state: 'detached' });
    await inspect('admin-order-delivered-elsewhere');
    await notice.getByRole('button', { name: '閉じる' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when an athlete was changed elsewhere, the refused change is taken back and the row says why', async () => {
    const { page, context, inspect, wrong } = await shop.open('desk');
    await signIn(page);
    await page.getByRole('link', { name: `${SMALL_CONTEST}を編集` }).click();
    const bib = page.getByLabel('005 の番号');
    await bib.waitFor();
    const contestId = new URL(page.url()).pathname.split('/').at(-1);
    const athletes: { id: string; athleteNumber: string }[] = await (await page.request.get(`/api/contests/${contestId}/athletes`)).json();
    const athlete = athletes.find(({ athleteNumber }) => athleteNumber === '005');
    await page.request.patch(`/api/contests/${contestId}/athletes/${athlete?.id}`, { data: { name: '別の 画面' } });

    await bib.fill('905');
    await page.getByRole('row').getByText('選手情報の更新に失敗しました。この選手の情報は、ほかの画面で変更されました。').waitFor();
    expect(await bib.inputValue()).toBe('005');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[aria-label="005 の選手名"]')?.value === '別の 画面');
    await inspect('admin-athlete-changed-elsewhere');

    await bib.fill('９０５');
    await page.getByText('保存しました', { exact: true }).waitFor({ state: 'attached' });
    expect(await page.getByLabel('905 の番号').inputValue()).toBe('905');
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test('when the session has ended, the sign-in says so and what was typed of the price table waits', async () => {
    const { page, context, inspect, wrong } = await shop.open('desk');
    await signIn(page);
    await page.getByRole('link', { name: `${SMALL_CONTEST}を編集` }).click();
    await page.getByRole('tab', { name: 'コンテンツ管理' }).click();
    await page.getByRole('button', { name: '料金を追加' }).click();
    await page.getByRole('button', { name: '価格表を保存' }).click();
    await page.getByText('項目名を入力してください。').waitFor();
    await page.getByLabel('料金3の項目名').fill('第3カテゴリー');
    await page.getByLabel('料金3の価格（税込）').fill('６，０００');
    // A toast lies over what is behind it, and a control it half covers counts as too small.
    await page.getByRole('button', { name: '通知を閉じる' }).waitFor({ state: 'detached' });
    await inspect('admin-price-table');
    const editScreen = page.url();

    await page.request.post('/api/logout');
    await page.getByRole('button', { name: '価格表を保存' }).click();
    await page.waitForURL('**/admin-login');
    await page.locator('form').getByText('セッションの有効期限が切れました。再度ログインしてください。').waitFor();
    await signIn(page);
    await page.goto(editScreen);
    await page.getByText('保存していない変更があります。').waitFor();
    expect(await page.getByLabel('料金3の項目名').inputValue()).toBe('第3カテゴリー');
    await page.getByRole('button', { name: '価格表を保存' }).click();
    await page.getByText('価格表を保存しました').waitFor();
    expect(await page.getByLabel('料金3の価格（税込）').inputValue()).toBe('6,000');

    await page.getByRole('button', { name: 'ログアウト' }).click();
    await page.waitForURL('**/admin-login');
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('admin')))).toEqual([]);
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);
});
