import { describe, expect, test } from '@jest/globals';
import { accountMailSubjects } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { fillRegistration, memberButton, newMember } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { customerSizes } from '../support/sizes.ts';

const sendCodeButton = (page: Page) => page.getByRole('button', { name: '認証コードを送信する' });
const codeStep = (page: Page) => page.getByRole('heading', { level: 1, name: '認証コードの入力' });
const successPage = (page: Page) => page.getByRole('heading', { level: 1, name: '会員登録ありがとうございます' });

/** The registration: the form, the mailed code, and the account. */
export const registrationJourneys = (shop: ShopAndBrowser): void => {
  /** Fills in and submits the form. Returns the mailed code. */
  const goToCodeStep = async (page: Page, email: string): Promise<string> => {
    const { mailbox } = shop.stack();
    await fillRegistration(page, email);
    const except = await mailbox.idsOf(email);
    await sendCodeButton(page).click();
    await codeStep(page).waitFor();
    return mailbox.waitForCode({ to: email, except });
  };

  describe.each(customerSizes)('with the %s screen size', (size) => {
    test('when a visitor registers with the mailed code, then they are signed in and return to the home page (customer 2.14, 2.15, 2.16, 2.17, 2.18, 4.7, 7.10, 7.11)', async () => {
      const email = `registers-on-${size}@example.jp`;
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/');
      if (size === 'phone') await page.getByRole('button', { name: '会員メニュー' }).click();
      const menu = page.getByRole('banner');
      await menu.getByRole('link', { name: '会員登録' }).click();
      await sendCodeButton(page).waitFor();
      await inspect('register-form');
      const code = await goToCodeStep(page, email);
      await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
      await inspect('register-code');
      await typeCode(page, code);

      await successPage(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/registration-success');
      await page.getByText(`${email} でログインしています。`).waitFor();
      await inspect('register-success');
      await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(accountMailSubjects.registration) });
      await page.getByRole('link', { name: '動画を探す' }).click();
      await page.waitForURL('/');
      await memberButton(page, email).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });

  test('when the email address already has an account, then the page goes on to the code, and only a mail reveals it', async () => {
    const { email } = await newMember(shop.stack(), 'registers-again@example.jp');
    const { mailbox } = shop.stack();
    const { page, context, wrong } = await shop.open();
    await page.goto('/register');
    await fillRegistration(page, email);
    const except = await mailbox.idsOf(email);
    await sendCodeButton(page).click();
    await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
    const mail = await mailbox.waitFor({ to: email, except });
    expect(mail.subject).toBe(accountMailSubjects['already-registered']);
    expect(mail.text).not.toMatch(/(?<!\d)\d{6}(?!\d)/);
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
