import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildContest } from '../../src/testing/build-contest.ts';
import { buildSavedOrder, saveForCheckout } from '../../src/testing/build-saved-order.ts';
import { codeBox } from '../../src/testing/code-input.ts';
import { expectAccessible, json } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import {
  CODE,
  confirmationField,
  EMAIL,
  emailField,
  findHeading,
  finishButton,
  NAME,
  nameField,
  openRegistration,
  PASSWORD,
  passwordField,
  sendCodeButton,
  termsBox,
} from './registration-page.ts';

test('when only the keyboard is used, then every field is reachable, and the focus follows the steps', async () => {
  const { user, requests } = openRegistration();
  const name = await nameField();
  /** Presses Tab until the element has the focus. */
  const tabTo = async (target: HTMLElement) => {
    for (let presses = 0; presses < 60 && document.activeElement !== target; presses += 1) await user.tab();
    expect(target).toHaveFocus();
  };
  for (const [field, text] of [
    [name, NAME],
    [await emailField(), EMAIL],
    [await passwordField(), PASSWORD],
    [await confirmationField(), PASSWORD],
  ] as const) {
    await tabTo(field);
    await user.keyboard(text);
  }
  await tabTo(await termsBox());
  await user.keyboard(' ');
  await tabTo(await sendCodeButton());
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await findHeading('認証コードの入力')).toHaveFocus());
  await tabTo(await codeBox(1));
  await user.keyboard(CODE);
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await findHeading('会員登録ありがとうございます')).toHaveFocus());
  expect(requests('POST /api/verify-registration-code').map(({ body }) => body)).toEqual([{ email: EMAIL, code: CODE }]);
});

test('when the page is reloaded in the code step, then the code can still be entered, but a new code requires the password again', async () => {
  const { user, goToCodeStep, fillIn, submitCode, requests } = openRegistration();
  await goToCodeStep();
  expect(JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])).toContain(EMAIL);
  expect(JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])).not.toContain(PASSWORD);

  reloadPage();
  await findHeading('認証コードの入力');
  expect(await screen.findByText(/パスワードをもう一度入力する必要があります/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /認証コードを再送信/ })).not.toBeInTheDocument();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: '戻る' }));
  expect(await emailField()).toHaveValue(EMAIL);
  expect(await nameField()).toHaveValue(NAME);
  expect(await passwordField()).toHaveValue('');

  await fillIn(await passwordField(), PASSWORD);
  await fillIn(await confirmationField(), PASSWORD);
  await user.click(await termsBox());
  await user.click(await sendCodeButton());
  await finishButton();
  expect(requests('POST /api/send-registration-code')).toHaveLength(2);
  reloadPage();
  await submitCode();
  await findHeading('会員登録ありがとうございます');
  expect(requests('POST /api/verify-registration-code').map(({ body }) => body)).toEqual([{ email: EMAIL, code: CODE }]);
});

test('when a visitor registers during an order, then they return to the unchanged order and need no code for it (customer 2.17)', async () => {
  const order = buildSavedOrder();
  saveForCheckout({ order });
  const { user, goToCodeStep, submitCode } = openRegistration('/order-confirmation', {
    'GET /api/contests/c1': () => json(buildContest({ videoPublished: true })),
  });
  const links = await screen.findByRole('navigation', { name: '会員の方・会員登録をご希望の方' });
  await user.click(within(links).getByRole('link', { name: '会員登録' }));
  // The confirmation has the same fields, so wait for the page of the registration.
  await findHeading('会員登録');
  await goToCodeStep();
  await submitCode();
  await findHeading('会員登録ありがとうございます');
  expect(window.location.search).toBe('?from=order');
  expect(await screen.findByText(`${EMAIL} でログインしています。`)).toBeVisible();
  await expectAccessible();

  await user.click(screen.getByRole('link', { name: 'ご注文の確認に進む' }));
  await screen.findByRole('heading', { level: 1, name: '注文内容の確認' });
  for (const { category } of order.items) expect(screen.getByText(new RegExp(category))).toBeVisible();
  expect(await emailField()).toHaveValue(EMAIL);
  expect(await nameField()).toHaveValue(NAME);
  expect(screen.getByRole('button', { name: 'お支払いへ進む' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'メール認証へ進む' })).not.toBeInTheDocument();
});
