import { afterEach, describe, expect, test } from '@jest/globals';
import { type IdentityUnderTest, startIdentity } from './support/identity.ts';
import { type Registrations, registrationsOf } from './support/registrations.ts';

let identity: IdentityUnderTest;
let registrations: Registrations;
const start = async (env: Record<string, string> = {}): Promise<void> => {
  identity = await startIdentity(env);
  registrations = registrationsOf(identity);
};
afterEach(() => identity.stop());

const tooSoon = { status: 429, body: { code: 'LinkResendTooSoon' }, setCookies: {} };
const used = { status: 429, body: { code: 'LinkLimitReached' }, setCookies: {} };

describe('when a link is asked for again', () => {
  test('then within a minute it is refused, whichever browser asks, and the first link still counts', async () => {
    await start();
    const email = 'impatient@example.jp';
    const { browser, token } = await registrations.linkFor({ email });
    const again = await registrations.askForLink({ email, name: '別の名' }, browser);

    expect(again).toMatchObject(tooSoon);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await registrations.askForLink({ email })).toMatchObject(tooSoon);
    expect((await registrations.openLink(browser, token)).status).toBe(200);
    expect(registrations.links(email)).toHaveLength(1);
    expect(await registrations.accounts(email)).not.toMatchObject([{ name: '別の名' }]);
  });

  test('then of 20 at once one mails', async () => {
    await start();
    const email = 'parallel@example.jp';
    const answers = await Promise.all(Array.from({ length: 20 }, () => registrations.askForLink({ email })));

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19);
    await identity.probe.waitFor('verify-link.requested', ({ data }) => (data as { email: string }).email === email);
    expect(registrations.links(email)).toHaveLength(1);
  });

  test('then after the pause a new one comes, and the old one of this browser is dead', async () => {
    await start({ CODE_RESEND_SECONDS: '0' });
    const email = 'changes@example.jp';
    const { browser, token: old } = await registrations.linkFor({ email });
    const { token } = await registrations.linkFor({ email, name: '新しい名' }, browser);

    expect((await registrations.openLink(browser, old)).body['code']).toBe('VerifyLinkInvalid');
    expect((await registrations.openLink(browser, token)).status).toBe(200);
    expect(await registrations.accounts(email)).toMatchObject([{ name: '新しい名' }]);
  });

  test('then links at once from one browser leave one that counts', async () => {
    await start({ CODE_RESEND_SECONDS: '0', CODES_PER_ADDRESS_HOUR: '100' });
    const email = 'no-pause@example.jp';
    const { browser } = await registrations.linkFor({ email });
    const answers = await Promise.all(Array.from({ length: 10 }, () => registrations.askForLink({ email }, browser)));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202));
    expect(await registrations.pending(email)).toHaveLength(1);
  });
});

describe('when registrations are asked for again and again', () => {
  test('then codes and links to one address are counted together', async () => {
    await start({ CODE_RESEND_SECONDS: '0' });
    const email = 'often@example.jp';
    for (let asked = 1; asked <= 3; asked += 1) expect((await registrations.askForCode({ email })).status).toBe(200);
    for (let asked = 4; asked <= 5; asked += 1) expect((await registrations.askForLink({ email })).status).toBe(202);
    const [code, link] = [await registrations.askForCode({ email }), await registrations.askForLink({ email })];

    expect(code).toMatchObject({ status: 429, body: { code: 'CodeLimitReached' }, setCookies: {} });
    expect(link).toMatchObject(used);
    expect(Number(link.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await registrations.askForLink({ email: 'another@example.jp' })).status).toBe(202);
  });

  test('then a network has its hour as well, and once it is used up it can pause nobody', async () => {
    await start({ CODES_PER_IP_HOUR: '2' });
    const stranger = identity.browser({ ip: '203.0.113.5' });
    await registrations.askForLink({ email: 'a@example.jp' }, stranger);
    await registrations.askForCode({ email: 'b@example.jp' }, stranger);

    const email = 'owner@example.jp';
    expect(await registrations.askForLink({ email }, stranger)).toMatchObject(used);
    expect(await registrations.pending(email)).toEqual([]);
    expect((await registrations.askForLink({ email })).status).toBe(202);
  });
});
