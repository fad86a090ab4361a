import { expect, jest, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const LOOKUP = 'POST /api/orders/lookup';
const ACCEPTED = 'ご入力の内容に一致するご注文がある場合、ご注文時のメールアドレスにご案内をお送りします。';
const accepted = () => json({ message: ACCEPTED }, { status: 202 });

const numberField = () => screen.findByRole('textbox', { name: /注文番号/ });
const emailField = () => screen.findByRole('textbox', { name: /メールアドレス/ });
const submitButton = () => screen.findByRole('button', { name: '照会する' });
const acceptedHeading = () => screen.findByRole('heading', { level: 1, name: 'ご注文の照会を受け付けました' });

const fill = async ({ user }: ReturnType<typeof openPage>, { orderNumber, email }: { orderNumber: string; email: string }) => {
  await user.type(await numberField(), orderNumber);
  await user.type(await emailField(), email);
};

test('when a line number in full-width digits is entered, then the order is requested, and the page shows what was requested', async () => {
  const page = openPage('/order-lookup', { [LOOKUP]: accepted });
  await submitButton();
  await expectAccessible();
  await fill(page, { orderNumber: '１２３４５６７８－０１', email: 'Hanako@Example.jp' });
  await page.user.click(await submitButton());
  await waitFor(async () => expect(await acceptedHeading()).toHaveFocus());
  expect(screen.getByText(ACCEPTED)).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByText('12345678')).toBeVisible();
  expect(main.getByText('hanako@example.jp')).toBeVisible();
  expect(page.requests(LOOKUP).map(({ body }) => body)).toEqual([{ orderNumber: '12345678', email: 'hanako@example.jp' }]);
  await expectAccessible();

  await page.user.click(screen.getByRole('button', { name: 'もう一度照会する' }));
  expect(await numberField()).toHaveValue('12345678');
  expect(await emailField()).toHaveValue('hanako@example.jp');
});

test('when only the keyboard is used, then an error focuses its field, and pressing Enter twice submits once', async () => {
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const page = openPage('/order-lookup', {
    [LOOKUP]: async () => {
      await slow;
      return accepted();
    },
  });
  const { user } = page;
  (await emailField()).focus();
  await user.tab();
  expect(await submitButton()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('注文番号を入力してください。')).toBeVisible();
  expect(screen.getByText('メールアドレスを入力してください。')).toBeVisible();
  await waitFor(async () => expect(await numberField()).toHaveFocus());
  await expectAccessible();

  await user.keyboard('1234{Enter}');
  expect(await screen.findByText('注文番号は8桁の数字で入力してください。')).toBeVisible();
  await waitFor(async () => expect(await numberField()).toHaveFocus());
  await user.keyboard('5678');
  await user.tab();
  expect(await emailField()).toHaveFocus();
  expect(page.requests(LOOKUP)).toEqual([]);

  await user.keyboard('nobody@example.jp{Enter}{Enter}');
  release();
  await waitFor(async () => expect(await acceptedHeading()).toHaveFocus());
  expect(page.requests(LOOKUP)).toHaveLength(1);
  await user.tab();
  expect(screen.getByRole('button', { name: 'もう一度照会する' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await submitButton()).toBeVisible();
});

const OFFLINE = 'インターネットに接続されていません。接続を確認して、もう一度お試しください。';
test.each([
  { what: 'the shop is unavailable', failure: () => errorResponse('BadGateway'), isOnline: true, text: errorCatalogue.BadGateway.message },
  { what: 'the network is unavailable', failure: networkFailure, isOnline: false, text: OFFLINE },
  {
    what: 'an address exceeds its limit',
    failure: () => errorResponse('LookupLimitReached'),
    isOnline: true,
    text: errorCatalogue.LookupLimitReached.message,
  },
])('when $what, then the page shows an error and keeps the input, which can be sent again', async ({ failure, isOnline, text }) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const page = openPage('/order-lookup', { [LOOKUP]: failure });
  await fill(page, { orderNumber: '12345678', email: 'asked@example.jp' });
  await page.user.click(await submitButton());
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('ご注文を照会できませんでした')).toBeVisible();
  expect(within(alert).getByText(text)).toBeVisible();
  expect(await numberField()).toHaveValue('12345678');
  expect(await emailField()).toHaveValue('asked@example.jp');
  await expectAccessible();

  page.respond(LOOKUP, accepted);
  await page.user.click(await submitButton());
  expect(await acceptedHeading()).toBeVisible();
});

test('when an order was placed in this browser, then the order lookup is prefilled', async () => {
  savedData.write('completedOrder', { orderNumber: '12345678', email: 'hanako@example.jp', name: '山田 花子', accountPending: false });
  openPage('/order-lookup');
  expect(await numberField()).toHaveValue('12345678');
  expect(await emailField()).toHaveValue('hanako@example.jp');
});
