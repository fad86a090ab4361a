import { afterEach, describe, expect, test } from '@jest/globals';
import type { TestSettings } from '@stagereel/service-kit/testing';
import type { IdentityConstants, identityConfig } from '../../src/config.ts';
import { type IdentityUnderTest, startIdentity } from '../support/identity.ts';
import { type Registrations, registrationsOf } from '../support/registrations.ts';

let identity: IdentityUnderTest;
let registrations: Registrations;
const start = async (settings: TestSettings<typeof identityConfig, IdentityConstants> = {}): Promise<void> => {
  identity = await startIdentity(settings);
  registrations = registrationsOf(identity);
};
afterEach(() => identity.stop());

const tooSoon = { status: 429, body: { code: 'LinkResendTooSoon' }, setCookies: {} };
const used = { status: 429, body: { code: 'LinkLimitReached' }, setCookies: {} };

describe('repeated link requests', () => {
  test('when any browser requests another link within a minute, then it is refused and the first link stays valid', async () => {
    await start();
    const email = 'impatient@example.jp';
    const { browser, token } = await registrations.requestAndReadLink({ email });
    const again = await registrations.requestLink({ email, name: '別の名' }, browser);

    expect(again).toMatchObject(tooSoon);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await registrations.requestLink({ email })).toMatchObject(tooSoon);
    expect((await registrations.openLink(browser, token)).status).toBe(200);
    expect(registrations.links(email)).toHaveLength(1);
    expect(await registrations.accounts(email)).not.toMatchObject([{ name: '別の名' }]);
  });

  test('when 20 links are requested concurrently, then one is mailed', async () => {
    await start();
    const email = 'parallel@example.jp';
    const responses = await Promise.all(Array.from({ length: 20 }, () => registrations.requestLink({ email })));

    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(19);
    await identity.probe.waitFor('verify-link.requested', ({ data }) => (data as { email: string }).email === email);
    expect(registrations.links(email)).toHaveLength(1);
  });

  test("when a link is requested after the cooldown, then it is mailed and replaces the browser's old link", async () => {
    await start({ codeResendSeconds: 0 });
    const email = 'changes@example.jp';
    const { browser, token: old } = await registrations.requestAndReadLink({ email });
    const { token } = await registrations.requestAndReadLink({ email, name: '新しい名' }, browser);

    expect((await registrations.openLink(browser, old)).body['code']).toBe('VerifyLinkInvalid');
    expect((await registrations.openLink(browser, token)).status).toBe(200);
    expect(await registrations.accounts(email)).toMatchObject([{ name: '新しい名' }]);
  });

  test('when one browser requests links concurrently, then only one stays valid', async () => {
    await start({ codeResendSeconds: 0, codesPerAddressHour: 100 });
    const email = 'no-pause@example.jp';
    const { browser } = await registrations.requestAndReadLink({ email });
    const responses = await Promise.all(Array.from({ length: 10 }, () => registrations.requestLink({ email }, browser)));

    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(202));
    expect(await registrations.pending(email)).toHaveLength(1);
  });
});

describe('hourly registration quotas', () => {
  test('when codes and links are requested for one address, then both count against the same quota', async () => {
    await start({ codeResendSeconds: 0 });
    const email = 'often@example.jp';
    const browser = identity.browser();
    for (let asked = 1; asked <= 3; asked += 1) expect((await registrations.requestCode({ email }, browser)).status).toBe(200);
    for (let asked = 4; asked <= 5; asked += 1) expect((await registrations.requestLink({ email }, browser)).status).toBe(202);
    const [code, link] = [await registrations.requestCode({ email }, browser), await registrations.requestLink({ email }, browser)];

    expect(code).toMatchObject({ status: 429, body: { code: 'CodeLimitReached' }, setCookies: {} });
    expect(link).toMatchObject(used);
    expect(Number(link.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await registrations.requestLink({ email: 'another@example.jp' })).status).toBe(202);
  });

  test('when a network has used up its quota, then its requests do not start a cooldown for any address', async () => {
    await start({ codesPerNetworkHour: 2 });
    const stranger = identity.browser({ ip: '203.0.113.5' });
    await registrations.requestLink({ email: 'a@example.jp' }, stranger);
    await registrations.requestCode({ email: 'b@example.jp' }, stranger);

    const email = 'owner@example.jp';
    expect(await registrations.requestLink({ email }, stranger)).toMatchObject(used);
    expect(await registrations.pending(email)).toEqual([]);
    expect((await registrations.requestLink({ email })).status).toBe(202);
  });
});
