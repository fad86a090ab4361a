import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { SEND, VERIFY } from '../support/guests.ts';
import { ADMIN, proveEmail, startIdentity } from '../support/identity.ts';

const identity = useService(() => startIdentity({ codesPerNetworkHour: 3, codesPerAddressHour: 2, codeResendSeconds: 0 }));

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

describe('exemptions from the quota of a network', () => {
  test('when a code is proven, then it gives its count back, and a refused request costs nothing', async () => {
    const browser = identity.browser({ ip: '203.0.113.7' });
    const code = (email: string) => identity.mailedCode(email);
    for (const name of ['p', 'q', 'r']) await browser.post(SEND, { email: `${name}@example.jp` });
    expect((await browser.post(SEND, { email: 's@example.jp' })).status).toBe(429);

    // Entered in another network: the count belongs to the network that requested the code.
    const elsewhere = identity.browser({ ip: '203.0.113.8' });
    expect((await elsewhere.post(VERIFY, { email: 'p@example.jp', code: await code('p@example.jp') })).status).toBe(200);
    expect((await browser.post(SEND, { email: 's@example.jp' })).status).toBe(200);
    expect((await browser.post(SEND, { email: 't@example.jp' })).status).toBe(429);
  });

  test("when a network's quota is used up, then known devices and those who know a password still get their codes", async () => {
    const ip = '203.0.113.9';
    const email = 'returning@example.jp';
    const { browser: known } = await proveEmail(identity, email, identity.browser({ ip }));
    const stranger = identity.browser({ ip });
    for (const name of ['x', 'y', 'z']) await stranger.post(SEND, { email: `${name}@example.jp` });
    expect((await stranger.post(SEND, { email })).body).toMatchObject({ code: 'CodeLimitReached' });

    expect((await known.post(SEND, { email })).status).toBe(200);
    expect((await identity.browser({ ip }).post('/api/admin/login', ADMIN)).status).toBe(200);
  });

  test('when a browser proves several addresses, then it stays known to the earlier ones', async () => {
    const ip = '203.0.113.10';
    const { browser } = await proveEmail(identity, 'private@example.jp', identity.browser({ ip }));
    await proveEmail(identity, 'work@example.jp', browser);
    const stranger = identity.browser({ ip });
    for (const name of ['x1', 'y1', 'z1']) await stranger.post(SEND, { email: `${name}@example.jp` });

    for (const email of ['private@example.jp', 'work@example.jp']) expect((await browser.post(SEND, { email })).status).toBe(200);
    expect((await browser.post(SEND, { email: 'other@example.jp' })).status).toBe(429);
  });
});

describe('configured code limits', () => {
  test('when limits are configured, then they apply, and a resend delay of 0 s allows an immediate resend', async () => {
    const email = 'often@example.jp';
    const browser = identity.browser();
    expect((await browser.post(SEND, { email })).body).toMatchObject({ resendAfterSeconds: 0 });
    expect((await browser.post(SEND, { email })).status).toBe(200);
    expect((await browser.post(SEND, { email })).body['code']).toBe('CodeLimitReached');
  });

  test('when unknown browsers of many networks request codes for an address, then it gets four times as many as from one of them', async () => {
    const email = 'flooded@example.jp';
    const { browser: known } = await proveEmail(identity, email);
    const send = () => identity.browser().post(SEND, { email });
    for (let sent = 1; sent <= 8; sent += 1) expect((await send()).status).toBe(200);

    expect((await send()).body['code']).toBe('CodeLimitReached');
    expect((await identity.browser().post('/api/send-password-reset-code', { email })).status).toBe(200);
    expect((await known.post(SEND, { email })).status).toBe(200);
  });
});
