import { screen } from '@testing-library/react';
import type { CodeSent } from '../../src/api/email-code.ts';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { buildCategory, buildContest } from '../../src/testing/build-contest.ts';
import { buildSavedOrder } from '../../src/testing/build-saved-order.ts';
import { errorResponse, json, openPage } from '../../src/testing/open-page.tsx';

export const EMAIL = 'hanako@example.jp';
export const NAME = '山田 花子';
export const CODE = '246810';

/** The response of a sent code; the next one can be requested after these seconds. */
export const codeSent = (resendAfterSeconds = 0): Response => {
  const sent: CodeSent = { message: '認証コードを送信しました', expiresInSeconds: 600, resendAfterSeconds };
  return json(sent);
};
export const emailVerified = ({ hasAccount = false } = {}): Response =>
  json({ verified: true, email: EMAIL, expiresAt: new Date(Date.now() + 3_600_000).toISOString(), hasAccount });
/** The response of GET /api/email-status. */
export const mailStatus = (emailServiceActive = true): Response =>
  json({ emailServiceActive, senderEmail: 'shop@example.jp', smtpServer: 'smtp.example.jp', timestamp: new Date().toISOString() });

export const emailField = () => screen.findByRole('textbox', { name: /^メールアドレス/ });
export const nameField = () => screen.findByRole('textbox', { name: /^お名前/ });
export const passwordField = () => screen.findByLabelText(/^パスワード(?!（)/, { selector: 'input' });
export const confirmationField = () => screen.findByLabelText(/^パスワード（確認）/, { selector: 'input' });
export const autoLogin = () => screen.findByRole('checkbox', { name: '会員登録して、購入履歴に残す（任意）' });
/** The buttons of the confirmation: to the mailed code, or to the payment if the address is already verified. */
export const toCode = () => screen.findByRole('button', { name: 'メール認証へ進む' });
export const toPayment = () => screen.findByRole('button', { name: 'お支払いへ進む' });
export const continueButton = () => screen.findByRole('button', { name: '認証して支払いへ進む' });

const order = buildSavedOrder();
const contest = buildContest({ id: order.contestId, name: order.contestName, slug: order.contestSlug, videoPublished: true });

/** Opens a page of the checkout. Its contest is on sale, codes are sent and accepted, and the payment is not prepared. */
export const openCheckout = (path: string, given: Parameters<typeof openPage>[1] = {}) => {
  const page = openPage(path, {
    'GET /api/contests': () => json([contest]),
    'GET /api/contests/c1': () => json(contest),
    'GET /api/contests/c1/categories': () => json([buildCategory('メンズフィジーク', '#1f6feb'), buildCategory('ビキニ', '#d6336c')]),
    'GET /api/contests/c1/athletes': () =>
      json([
        buildAthlete('001', { category: 'メンズフィジーク' }),
        buildAthlete('002', { category: 'ビキニ', horizontalVideoPrice: 4000 }),
      ]),
    'GET /api/contests/c1/price-description': () => json({ items: [], notes: '', version: 0 }),
    'GET /api/contests/c1/media': () => json([]),
    'POST /api/send-verification-code': () => codeSent(),
    'POST /api/resend-verification-code': () => codeSent(),
    'POST /api/verify-email-code': () => emailVerified(),
    'GET /api/email-status': () => mailStatus(),
    'POST /api/wanted-account/check': () => new Response(null, { status: 204 }),
    'POST /api/create-payment-intent': () => errorResponse('PaymentUnavailable'),
    ...given,
  });
  return {
    ...page,
    fillIn: async (field: HTMLElement, text: string) => {
      await page.user.clear(field);
      await page.user.paste(text);
    },
  };
};

/** Waits for the payment page. The payment itself is not a part of these tests. */
export const findPayment = () => screen.findByRole('heading', { level: 1, name: 'ご注文の最終確認' });
