import { describe, expect, test } from '@jest/globals';
import { loadOrdersConfig } from './config.ts';

const neighbours = { CATALOG_URL: 'http://catalog:3000', IDENTITY_URL: 'http://identity:3000', MEDIA_URL: 'http://media:3000' };

describe('the settings of orders', () => {
  test('when only the neighbours are named, then the defaults are those of the shop', () => {
    expect(loadOrdersConfig(neighbours)).toMatchObject({
      RECONCILE_AFTER_SECONDS: 300_000,
      RECONCILE_EVERY_SECONDS: 60_000,
      SWEEP_AFTER_HOURS: 86_400_000,
      PAYMENT_INTENTS_PER_MINUTE: 5,
      MAIL_WAIT_SECONDS: 5000,
    });
  });

  test.each(Object.keys(neighbours))('when %s is missing, then the sentence names it', (name) => {
    expect(() => loadOrdersConfig({ ...neighbours, [name]: undefined })).toThrow(new RegExp(name));
  });

  test('when production is left with the keys of the simulator, then it does not start', () => {
    const load = () => loadOrdersConfig({ ...neighbours, NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_simulator' });
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'INTERNAL_TOKEN'])
      expect(load).toThrow(name);
  });

  test('when the stand-in for Stripe is no web address, then it does not start', () => {
    expect(() => loadOrdersConfig({ ...neighbours, STRIPE_API_URL: 'file:///etc/passwd' })).toThrow(/STRIPE_API_URL/);
  });
});
