import { describe, expect, test } from '@jest/globals';
import { loadOrdersConfig } from './config.ts';

const services = { CATALOG_URL: 'http://catalog:3000', IDENTITY_URL: 'http://identity:3000', MEDIA_URL: 'http://media:3000' };

describe('the configuration of orders', () => {
  test('when only the required URLs are set, then everything else has its default', () => {
    expect(loadOrdersConfig(services)).toMatchObject({
      LIMIT_FACTOR: 1,
      reconcileAfterMs: 300_000,
      reconcileEveryMs: 60_000,
      cancelAfterMs: 86_400_000,
      paymentsPerMinute: 5,
      mailWaitMs: 5000,
    });
  });

  test.each(Object.keys(services))('when %s is missing, then the error names it', (name) => {
    expect(() => loadOrdersConfig({ ...services, [name]: undefined })).toThrow(new RegExp(name));
  });

  test('when production has the keys of the simulator, then loading fails', () => {
    const load = () => loadOrdersConfig({ ...services, NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_simulator' });
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'INTERNAL_TOKEN'])
      expect(load).toThrow(name);
  });

  test('when the URL of the Stripe simulator is not http or https, then loading fails', () => {
    expect(() => loadOrdersConfig({ ...services, STRIPE_API_URL: 'file:///etc/passwd' })).toThrow(/STRIPE_API_URL/);
  });
});
