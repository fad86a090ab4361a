import { describe, expect, test } from '@jest/globals';
import { landingAfterLogin } from './landing.ts';

const customer = { user: { isAdmin: false }, redirectTo: '/', from: null, isOrdering: false };
const admin = { ...customer, user: { isAdmin: true }, redirectTo: '/admin' };

describe('where signing in leads', () => {
  test('when a customer came by themselves, home (customer 2.23)', () => {
    expect(landingAfterLogin(customer)).toBe('/');
  });

  test('when a page had sent the customer, back to it (customer 2.5)', () => {
    expect(landingAfterLogin({ ...customer, from: '/purchase-history' })).toBe('/purchase-history');
  });

  test('when an order is under way, back to it', () => {
    expect(landingAfterLogin({ ...customer, from: '/', isOrdering: true })).toBe('/order-confirmation');
  });

  test('when it is an admin, the back office, whatever they were doing (customer 2.23, 6.3)', () => {
    expect(landingAfterLogin({ ...admin, from: '/account', isOrdering: true })).toBe('/admin');
  });

  test.each(['https://evil.example', '//evil.example', null])(
    'when the server sends an admin to %s, the back office of this site',
    (redirectTo) => {
      expect(landingAfterLogin({ ...admin, redirectTo })).toBe('/admin');
    },
  );
});
