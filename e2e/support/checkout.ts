import { CARDS } from '@stagereel/shop-client';
import type { Locator, Page } from 'playwright-core';
import type { TestStack } from './test-stack.ts';

/** The smaller contest of the demo data. */
export const SMALL_CONTEST = '第12回 関東フィットネス選手権';
export const SMALL_CONTEST_SLUG = '第12回関東フィットネス選手権';

export type Choice = { position: number; category: string; bib: string; style: '縦動画' | '横動画' };

export const videoGroup = (page: Page, position: number) => page.getByRole('group', { name: `動画${position}`, exact: true });

/** Opens the list of athletes in an item whose category is chosen. Returns the field to search it: on a phone, it is in a sheet. */
export const openAthletes = async (page: Page, item: Locator): Promise<Locator> => {
  // The category's own list of athletes replaces the disabled field.
  const field = item.getByLabel(/選手/).and(page.locator(':enabled'));
  await field.click();
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  return isPhone ? page.getByRole('dialog', { name: /選手/ }).getByRole('combobox') : field;
};

export const chooseVideo = async (page: Page, { position, category, bib, style }: Choice): Promise<void> => {
  const item = videoGroup(page, position);
  await item.getByLabel('カテゴリー').selectOption(category);
  await (await openAthletes(page, item)).fill(bib);
  await page.getByRole('option').filter({ hasText: bib }).first().click();
  await item.getByRole('checkbox', { name: new RegExp(`^${style}`) }).check();
};

/** Types a code into the six boxes with the keyboard. Its last digit submits it. */
export const typeCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('認証コード 1桁目').click();
  await page.keyboard.type(code);
};

export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('カード名義人').fill('TARO YAMADA');
  await page.getByLabel('カード番号').fill(number);
  await page.getByLabel('有効期限').fill('12/30');
  await page.getByLabel('セキュリティコード').fill('123');
};

/** The buttons of the confirmation screen: to the mailed code, or to the payment if the email address is already verified. */
export const toCode = (page: Page) => page.getByRole('button', { name: 'メール認証へ進む' });
export const toPayment = (page: Page) => page.getByRole('button', { name: 'お支払いへ進む' });

export const payButton = (page: Page) => page.getByRole('button', { name: /を支払って注文を確定する/ });

/** Called on each screen with its name. */
export type Inspect = (name: string) => Promise<void>;
const noInspection: Inspect = async () => undefined;

/** From the home page to the confirmation screen, with two videos in the order. */
export const goToConfirmation = async ({ page, inspect = noInspection }: { page: Page; inspect?: Inspect }): Promise<void> => {
  await page.goto('/');
  const card = page.getByRole('article', { name: SMALL_CONTEST });
  await card.waitFor();
  await inspect('01-home');
  await card.getByRole('link', { name: '注文を開始する' }).click();

  await videoGroup(page, 1).waitFor();
  await inspect('02-order-form-empty');
  await chooseVideo(page, { position: 1, category: 'メンズフィジーク', bib: '001', style: '縦動画' });
  await page.getByRole('button', { name: '動画を追加' }).click();
  await chooseVideo(page, { position: 2, category: 'ビキニ', bib: '002', style: '横動画' });
  await inspect('03-order-form');
  await page.getByRole('button', { name: '注文内容の確認へ進む' }).click();
  await page.waitForURL('**/order-confirmation');
};

/** From a contest's order form to the confirmation screen, with the given videos. */
export const orderVideos = async (page: Page, { slug, choices }: { slug: string; choices: readonly Omit<Choice, 'position'>[] }) => {
  await page.goto(`/order-form/${slug}`);
  for (const [index, choice] of choices.entries()) {
    if (index > 0) await page.getByRole('button', { name: '動画を追加' }).click();
    await chooseVideo(page, { position: index + 1, ...choice });
  }
  await page.getByRole('button', { name: '注文内容の確認へ進む' }).click();
  await page.waitForURL('**/order-confirmation');
};

type ToPayment = { stack: TestStack; page: Page; email: string; inspect?: Inspect };

/** From the confirmation screen to the code screen. Returns a function that reads the mailed code. */
export const askForCode = async ({ stack, page, email, inspect = noInspection }: ToPayment) => {
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('お名前').fill('山田 花子');
  await inspect('04-order-confirmation');
  const except = await stack.mailbox.idsOf(email);
  await toCode(page).click();
  await page.waitForURL('**/email-verification');
  await page.getByLabel('認証コード 1桁目').waitFor();
  await inspect('05-email-verification');
  return { readCode: () => stack.mailbox.waitForCode({ to: email, except }) };
};

/** From the home page to the code screen. Returns a function that reads the mailed code. */
export const goToVerification = async (input: ToPayment) => {
  await goToConfirmation(input);
  return askForCode(input);
};

/** From the code to the payment screen. */
export const proveByCode = async (page: Page, code: string): Promise<void> => {
  await typeCode(page, code);
  await page.waitForURL('**/payment');
};

/** From the home page to the payment screen, with two videos in the order and a verified email address. */
export const goToPayment = async (input: ToPayment): Promise<void> => {
  const { readCode } = await goToVerification(input);
  await proveByCode(input.page, await readCode());
  await input.page.getByLabel('カード番号').waitFor();
};

/** Waits for the completion screen. Returns the order number on it. */
export const orderNumberOn = async (page: Page): Promise<string> => {
  await page.waitForURL('**/payment-complete');
  await page.getByRole('heading', { name: 'ご注文ありがとうございます' }).waitFor();
  return String(await page.getByText(/^\d{8}$/).textContent());
};

/** Fills in the card, pays and waits for the completion screen. Returns the order number. */
export const payBy = async (page: Page, card: string = CARDS.ok): Promise<string> => {
  await fillCard(page, card);
  await payButton(page).click();
  return orderNumberOn(page);
};
