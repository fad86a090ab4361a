import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { startIdentity } from '../support/identity.ts';

const SEND = '/api/send-verification-code';

const identity = useService(() => startIdentity({ CODES_PER_IP_HOUR: '3', CODES_PER_ADDRESS_HOUR: '2', CODE_RESEND_SECONDS: '0' }));

describe('code quota of a network', () => {
  test('when a network requests codes for different addresses, then all count against its hourly quota', async () => {
    const browser = identity.browser({ ip: '203.0.113.5' });
    for (const email of ['a@example.jp', 'b@example.jp', 'c@example.jp']) expect((await browser.post(SEND, { email })).status).toBe(200);

    const fourth = await browser.post(SEND, { email: 'd@example.jp' });
    expect(fourth).toMatchObject({ status: 429, body: { code: 'CodeLimitReached' } });
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await identity.browser({ ip: '203.0.113.6' }).post(SEND, { email: 'd@example.jp' })).status).toBe(200);
    expect(identity.codeEvents('d@example.jp', 'order').length).toBeLessThanOrEqual(1);
  });

  test('when requests come from one IPv6 /64 network, then they count together', async () => {
    for (const host of ['1', '2', '3']) {
      const response = await identity.browser({ ip: `2001:db8:7:7::${host}` }).post(SEND, { email: `v6-${host}@example.jp` });
      expect(response.status).toBe(200);
    }
    const same = await identity.browser({ ip: '2001:db8:7:7:ffff::9' }).post(SEND, { email: 'v6-9@example.jp' });
    expect(same.body['code']).toBe('CodeLimitReached');
    expect((await identity.browser({ ip: '2001:db8:7:8::1' }).post(SEND, { email: 'v6-9@example.jp' })).status).toBe(200);
  });
});

describe('configured code limits', () => {
  test('when limits are configured, then they apply, and a resend delay of 0 s allows an immediate resend', async () => {
    const email = 'often@example.jp';
    expect((await identity.browser().post(SEND, { email })).body).toMatchObject({ resendAfterSeconds: 0 });
    expect((await identity.browser().post(SEND, { email })).status).toBe(200);
    expect((await identity.browser().post(SEND, { email })).body['code']).toBe('CodeLimitReached');
  });
});
