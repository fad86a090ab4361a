import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { errorResponse, json, MEMBER } from '../../src/testing/open-page.tsx';
import { CUSTOMER, cardField, EMAIL, fillCard, findCompletion, ORDER_NUMBER, openPayment, pay, reopenPayment } from './open-payment.ts';

const BIND = 'PUT /api/wanted-account/order';
const SIGN_IN = 'POST /api/wanted-account/sign-in';
const CHECK = 'GET /api/auth/check';

const customer = { ...CUSTOMER, provenUntil: Date.now() + 3_600_000, wantsAutoLogin: true, isPasswordKept: true };
const guest = { [CHECK]: () => json({ authenticated: false, user: null }), [BIND]: () => new Response(null, { status: 204 }) };
const user = { ...MEMBER, email: EMAIL };

test('when an account was wanted, then the order is named before the payment, also after a reload, and the browser is signed in after it', async () => {
  openPayment(guest, { customer });
  await cardField('カード番号');
  cleanup();
  const page = reopenPayment(guest);
  await waitFor(() =>
    expect(page.requests(BIND).map(({ body }) => body)).toEqual([{ orderNumber: ORDER_NUMBER }, { orderNumber: ORDER_NUMBER }]),
  );

  let asked = 0;
  page.respond(SIGN_IN, () => {
    asked += 1;
    return json(asked === 1 ? { account: 'pending' } : { account: 'created', user });
  });
  await fillCard(page);
  page.respond(CHECK, () => json({ authenticated: true, user }));
  await pay(page);
  await findCompletion();
  expect(page.requests(SIGN_IN).map(({ body }) => body)).toEqual([{ orderNumber: ORDER_NUMBER }, { orderNumber: ORDER_NUMBER }]);
  expect(savedData.read('completedOrder')).toMatchObject({ account: 'created', accountPending: false });
  expect(savedData.read('customerData')).toMatchObject({ wantsAutoLogin: false, isPasswordKept: false, hasAccount: true });
  expect((await screen.findAllByText(EMAIL)).length).toBeGreaterThan(0);
});

test.each([
  { answer: () => json({ account: 'exists' }), completed: { account: 'exists', accountPending: false } },
  { answer: () => json({ account: 'none' }), completed: { accountPending: true } },
  { answer: () => errorResponse('BadGateway'), completed: { account: 'pending', accountPending: false } },
])('when the sign-in after the payment answers otherwise, then the order is complete with $completed', async ({ answer, completed }) => {
  const page = openPayment({ ...guest, [BIND]: () => errorResponse('NotFound'), [SIGN_IN]: answer }, { customer });
  await fillCard(page);
  await pay(page);
  await findCompletion();
  expect(savedData.read('completedOrder')).toMatchObject({ orderNumber: ORDER_NUMBER, ...completed });
  expect(page.requests(BIND)).toHaveLength(1);
});
