import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newMember, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import {
  fillCard,
  openAthletes,
  orderNumberOn,
  payButton,
  SMALL_CONTEST,
  SMALL_CONTEST_SLUG,
  toCode,
  toPayment,
  typeCode,
  videoGroup,
} from '../support/checkout.ts';

const GUEST_TAPS = 11;
const MEMBER_TAPS = 5;
const CARD = '4242424242424242';

/** Counts the taps of a visitor, on all pages. Taps on text fields are not counted: they only focus the field. */
const countTaps = async (page: Page): Promise<{ readonly count: number }> => {
  const taps = { count: 0 };
  await page.exposeFunction('tapped', () => {
    taps.count += 1;
  });
  await page.addInitScript(() => {
    const TEXT_FIELDS = 'textarea, input:not([readonly], [type="checkbox"], [type="radio"], [type="button"], [type="submit"])';
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (target instanceof Element && target.closest(TEXT_FIELDS) === null) (window as unknown as { tapped: () => void }).tapped();
      },
      true,
    );
  });
  return taps;
};

/** Taps the direction of the only video. */
const tapStyle = (page: Page) =>
  videoGroup(page, 1)
    .getByRole('checkbox', { name: /^縦動画/ })
    .tap();
const tapContinue = (page: Page) => page.getByRole('button', { name: '注文内容の確認へ進む' }).tap();

/** How many taps a purchase takes on a phone. Typing, focusing a field and the mail app are not counted. */
export const tapJourneys = (shop: ShopAndBrowser): void => {
  /** From the order form with a chosen video to the completed order, as a guest. */
  const buyAsGuest = async ({ page, email }: { page: Page; email: string }): Promise<void> => {
    await tapContinue(page);
    await page.getByLabel('メールアドレス').fill(email);
    await page.getByLabel('お名前').fill('山田 花子');
    const except = await shop.stack().mailbox.idsOf(email);
    await toCode(page).tap();
    await page.getByLabel('認証コード 1桁目').waitFor();
    await typeCode(page, await shop.stack().mailbox.waitForCode({ to: email, except }));
    await page.getByLabel('カード番号').waitFor();
    await fillCard(page, CARD);
    await payButton(page).tap();
    await orderNumberOn(page);
  };

  describe('the number of taps', () => {
    test(`when a guest buys one video from a contest on the home page, then at most ${GUEST_TAPS} taps are needed`, async () => {
      const { page, context, wrong } = await shop.open('phone');
      const taps = await countTaps(page);
      await page.goto('/');
      await page.getByRole('article', { name: SMALL_CONTEST }).getByRole('link', { name: '注文を開始する' }).tap();
      const item = videoGroup(page, 1);
      // The phone's own list of a select cannot be tapped by a test: choosing in it takes two taps, to open it and to choose.
      await item.getByLabel('カテゴリー').selectOption('メンズフィジーク');
      const nativeListTaps = 2;
      await (await openAthletes(page, item)).fill('001');
      await page.getByRole('option').filter({ hasText: '001' }).first().tap();
      await tapStyle(page);
      await buyAsGuest({ page, email: 'taps-guest@example.jp' });
      expect(taps.count).toBeGreaterThan(4);
      expect(taps.count + nativeListTaps).toBeLessThanOrEqual(GUEST_TAPS);
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when a guest searches the athlete on the home page, then fewer taps are needed', async () => {
      const { page, context, wrong } = await shop.open('phone');
      const taps = await countTaps(page);
      await page.goto('/');
      await page.getByRole('search').getByRole('searchbox').fill('001');
      await page.getByRole('search').getByRole('link').filter({ hasText: SMALL_CONTEST }).filter({ hasText: 'メンズフィジーク' }).tap();
      await tapStyle(page);
      await buyAsGuest({ page, email: 'taps-search@example.jp' });
      expect(taps.count).toBeGreaterThan(3);
      expect(taps.count).toBeLessThanOrEqual(6);
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test(`when a member opens an athlete's link, then at most ${MEMBER_TAPS} taps are needed`, async () => {
      const { page, context, wrong } = await shop.open('phone');
      await signIn(page, await newMember(shop.stack(), 'taps-member@example.jp'));
      const taps = await countTaps(page);
      await page.goto(`/order-form/${SMALL_CONTEST_SLUG}?category=${encodeURIComponent('メンズフィジーク')}&athlete=001`);
      await tapStyle(page);
      await tapContinue(page);
      await toPayment(page).tap();
      await page.getByLabel('カード番号').waitFor();
      await fillCard(page, CARD);
      await payButton(page).tap();
      await orderNumberOn(page);
      expect(taps.count).toBeGreaterThan(2);
      expect(taps.count).toBeLessThanOrEqual(MEMBER_TAPS);
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
