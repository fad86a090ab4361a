import { describe, expect, test } from '@jest/globals';
import {
  ADMIN_LOCK_FAILURES,
  BLOCK_FAILURES,
  CODE_FAILURES_OF_NETWORK,
  CODE_RESEND_SECONDS,
  CODE_TRIES,
  CODES_PER_ADDRESS_HOUR,
  CODES_PER_IP_HOUR,
  CUSTOMER_LOCK_FAILURES,
  codePurposeSchema,
} from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { buildUser, createMemoryDeps } from '../../../test/support/memory-deps.ts';
import { issueCode } from '../code/issue-code.ts';
import { redeemCode } from '../code/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';
import { startAdminSignIn } from '../sign-in/admin-sign-in.ts';
import { signInCustomer } from '../sign-in/customer-sign-in.ts';
import { issueDeviceToken, type Visitor } from '../sign-in/visitor.ts';

const EMAIL = 'owner@example.jp';
const PASSWORD = 'Correct-Horse-9';
const WRONG_CODE = 'wrong!';

const browserAt = (ip: string, deviceToken?: string): Visitor => ({ ip, userAgent: 'test', deviceToken });
const ATTACKER = browserAt('203.0.113.1');

/** Where the owner is when the attack has ended. Only a browser that is not known shares the limits of the attacker's network. */
const owners = [
  { who: "a known browser on the attacker's network", ip: ATTACKER.ip, isKnown: true, isLimited: false },
  { who: "a new browser on the attacker's network", ip: ATTACKER.ip, isKnown: false, isLimited: true },
  { who: 'a known browser on another network', ip: '198.51.100.2', isKnown: true, isLimited: false },
  { who: 'a new browser on another network', ip: '198.51.100.2', isKnown: false, isLimited: false },
] as const;
const knownBrowserAt = async (deps: IdentityDeps, ip: string): Promise<Visitor> =>
  browserAt(ip, (await issueDeviceToken(deps, { email: EMAIL, deviceToken: undefined })).token);
const ownerAt = async (deps: IdentityDeps, { ip, isKnown }: { ip: string; isKnown: boolean }): Promise<Visitor> =>
  isKnown ? knownBrowserAt(deps, ip) : browserAt(ip);

/** Somebody who once knew the password, or read a mail, and collected many known devices, each on a network of its own. */
const collectDevices = (deps: IdentityDeps, count: number): Promise<Visitor[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => knownBrowserAt(deps, `203.0.113.${index + 1}`)));

/** The error of a refused attempt; undefined for one that succeeded. */
const refusalOf = async (attempt: () => Promise<unknown>): Promise<AppError | undefined> => {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

describe.each(codePurposeSchema.options)('an attack on the code for %s', (purpose) => {
  const key = { purpose, email: EMAIL };

  test.each(owners)('when the owner has $who, then the attacker is stopped, and nobody else', async ({ isLimited, ...where }) => {
    const { deps, wait, mailedCode } = createMemoryDeps([]);
    const request = (visitor: Visitor) => refusalOf(() => issueCode(deps, { ...key, visitor }));
    const submit = (visitor: Visitor, code: string) => refusalOf(() => redeemCode(deps, { ...key, code, visitor }));
    const owner = await ownerAt(deps, where);

    for (let code = 0; code < CODE_FAILURES_OF_NETWORK / CODE_TRIES; code += 1) {
      wait(CODE_RESEND_SECONDS);
      expect(await request(ATTACKER)).toBeUndefined();
      for (let tried = 0; tried < CODE_TRIES; tried += 1) expect((await submit(ATTACKER, WRONG_CODE))?.status).toBe(400);
    }
    const stopped = await submit(ATTACKER, mailedCode(key));
    expect(stopped).toMatchObject({ code: 'CodePaused', status: 429, retryAfterSeconds: 86_400 });

    const first = await request(owner);
    if (isLimited) return expect(first).toMatchObject({ code: 'CodePaused', retryAfterSeconds: 86_400 });
    expect(first).toMatchObject({ code: 'CodeResendTooSoon', retryAfterSeconds: CODE_RESEND_SECONDS });
    wait(CODE_RESEND_SECONDS);
    expect(await request(owner)).toBeUndefined();
    return expect(await submit(owner, mailedCode(key))).toBeUndefined();
  });

  test.each(owners)(
    'when an attacker has as many codes mailed as possible and the owner has $who, then nobody else is refused',
    async (where) => {
      const { deps, wait, mailedCode } = createMemoryDeps([]);
      const request = (visitor: Visitor, email = EMAIL) => refusalOf(() => issueCode(deps, { purpose, email, visitor }));
      const isOwnersPurpose = !['order', 'registration', 'password-reset'].includes(purpose);
      const owner = await ownerAt(deps, where);
      for (let index = 0; index < CODES_PER_IP_HOUR; index += 1) await request(ATTACKER, `victim-${index}@example.jp`);
      const attempts: (AppError | undefined)[] = [];
      for (let minute = 0; minute < 10; minute += 1) {
        attempts.push(await request(ATTACKER));
        wait(CODE_RESEND_SECONDS);
      }
      expect(attempts.at(-1)).toMatchObject({ code: 'CodeLimitReached', status: 429 });

      const refusal = await request(owner);
      if (where.isLimited) return expect(refusal).toMatchObject({ code: 'CodeLimitReached' });
      expect(refusal).toBeUndefined();
      expect(attempts.filter((attempt) => attempt === undefined)).toHaveLength(isOwnersPurpose ? 5 : 0);
      return expect(await refusalOf(() => redeemCode(deps, { ...key, code: mailedCode(key), visitor: owner }))).toBeUndefined();
    },
  );
});

const newBrowsers = owners.filter(({ isKnown, isLimited }) => !isKnown && !isLimited);

describe.each(codePurposeSchema.options)('an attacker with 40 known devices and the code for %s', (purpose) => {
  const key = { purpose, email: EMAIL };

  test.each(newBrowsers)('then all of them have the tries of one, and the owner with $who has others', async (where) => {
    const { deps, mailedCode } = createMemoryDeps([]);
    const submit = (visitor: Visitor, code: string) => refusalOf(() => redeemCode(deps, { ...key, code, visitor }));
    const owner = await ownerAt(deps, where);
    expect(await refusalOf(() => issueCode(deps, { ...key, visitor: owner }))).toBeUndefined();
    const refusals = await Promise.all((await collectDevices(deps, 40)).map((device) => submit(device, WRONG_CODE)));
    expect(refusals.filter((refusal) => refusal?.details['remainingAttempts'] !== undefined)).toHaveLength(CODE_TRIES - 1);
    expect(refusals.filter((refusal) => refusal?.code === 'CodeTriesExceeded')).toHaveLength(40 - CODE_TRIES + 1);
    expect(await submit(owner, mailedCode(key))).toBeUndefined();
  });

  test.each(newBrowsers)('then all of them get the mails of one, and the owner with $who gets others', async (where) => {
    const { deps, wait } = createMemoryDeps([]);
    const request = (visitor: Visitor) => refusalOf(() => issueCode(deps, { ...key, visitor }));
    let sent = 0;
    for (const device of await collectDevices(deps, 40)) {
      wait(CODE_RESEND_SECONDS);
      if ((await request(device)) === undefined) sent += 1;
    }
    expect(sent).toBe(CODES_PER_ADDRESS_HOUR);
    expect(await request(await ownerAt(deps, where))).toBeUndefined();
  });
});

describe('the Wi-Fi of a hall', () => {
  const guest = (index: number) => ({ purpose: 'order', email: `guest-${index}@example.jp` }) as const;
  /** 20 guests arrive every 40 seconds and enter their codes before the next ones arrive. */
  const arrive = async (guests: number) => {
    const shop = createMemoryDeps([]);
    const refusals: (AppError | undefined)[] = [];
    for (let index = 0; index < guests; index += 1) {
      refusals.push(await refusalOf(() => issueCode(shop.deps, { ...guest(index), visitor: ATTACKER })));
      if ((index + 1) % CODES_PER_IP_HOUR !== 0) continue;
      shop.wait(40);
      for (let entered = index + 1 - CODES_PER_IP_HOUR; entered <= index; entered += 1) {
        const code = shop.mailedCode(guest(entered));
        refusals.push(await refusalOf(() => redeemCode(shop.deps, { ...guest(entered), code, visitor: ATTACKER })));
      }
    }
    return { ...shop, refusals };
  };

  test('when 300 guests behind one address prove their addresses within ten minutes, then none is refused', async () => {
    const { refusals, deps } = await arrive(300);
    expect(refusals).toEqual(Array(600).fill(undefined));
    expect(await deps.counters.codesByNetwork.read(ATTACKER.ip)).toMatchObject({ count: 0 });
  });

  test('when an admin has signed in from the hall, then 300 guests may wait for their codes at the same time', async () => {
    const { deps } = createMemoryDeps([]);
    const request = (index: number) => refusalOf(() => issueCode(deps, { ...guest(index), visitor: ATTACKER }));
    for (let index = 0; index < CODES_PER_IP_HOUR; index += 1) expect(await request(index)).toBeUndefined();
    expect(await request(20)).toMatchObject({ code: 'CodeLimitReached', retryAfterSeconds: 3600 });
    await deps.trustedNetworks.add({ network: ATTACKER.ip, until: new Date('2026-12-01'), email: EMAIL });
    for (let index = 20; index < 300; index += 1) expect(await request(index)).toBeUndefined();
    expect(await request(300)).toMatchObject({ code: 'CodeLimitReached' });
  });
});

const logins = [
  {
    door: 'customers',
    isAdmin: false,
    maxFailures: CUSTOMER_LOCK_FAILURES,
    signIn: (deps: IdentityDeps, input: { email: string; password: string; visitor: Visitor }) =>
      signInCustomer(deps, { ...input, twoFactorCode: undefined, previousSession: null }),
  },
  { door: 'admins', isAdmin: true, maxFailures: ADMIN_LOCK_FAILURES, signIn: startAdminSignIn },
] as const;

describe.each(logins)('guesses of a password at the login of $door', ({ isAdmin, maxFailures, signIn }) => {
  test.each(owners)('when the owner has $who, then the attacker is stopped, and nobody else', async ({ isLimited, ...where }) => {
    const { deps, signIns } = createMemoryDeps([buildUser({ email: EMAIL, password: PASSWORD, isAdmin })]);
    const attempt = (visitor: Visitor, { email = EMAIL, password = PASSWORD } = {}) =>
      refusalOf(() => signIn(deps, { email, password, visitor }));
    const owner = await ownerAt(deps, where);

    for (let guess = 0; guess < maxFailures; guess += 1) await attempt(ATTACKER, { password: 'wrong' });
    expect(await attempt(ATTACKER)).toMatchObject({ code: 'AccountLocked', status: 423, retryAfterSeconds: 900 });
    for (let guess = 0; guess < BLOCK_FAILURES - maxFailures; guess += 1)
      await attempt(ATTACKER, { email: `other-${guess}@example.jp`, password: 'wrong' });
    const refusals = await Promise.all(Array.from({ length: 500 }, () => attempt(ATTACKER)));
    expect(refusals).toEqual(Array(500).fill(expect.objectContaining({ code: 'AddressBlocked', status: 429, retryAfterSeconds: 3600 })));
    expect(signIns.filter(({ outcome }) => outcome === 'blocked').map(({ count }) => count)).toEqual([500]);

    const entered = await attempt(owner);
    if (isLimited) return expect(entered).toMatchObject({ code: 'AddressBlocked', retryAfterSeconds: 3600 });
    return expect(entered).toBeUndefined();
  });

  test.each(newBrowsers)(
    'when an attacker has 40 known devices, then all of them have the guesses of one, and the owner with $who enters',
    async (where) => {
      const { deps, signIns } = createMemoryDeps([buildUser({ email: EMAIL, password: PASSWORD, isAdmin })]);
      const attempt = (visitor: Visitor, password = PASSWORD) => refusalOf(() => signIn(deps, { email: EMAIL, password, visitor }));
      const devices = await collectDevices(deps, 40);
      await Promise.all(devices.map((device) => attempt(device, 'wrong')));
      expect(signIns.filter(({ outcome }) => outcome === 'wrong-password')).toHaveLength(maxFailures);
      expect(await attempt(devices[0]!)).toMatchObject({ code: 'AccountLocked', retryAfterSeconds: 900 });
      expect(await attempt(await ownerAt(deps, where))).toBeUndefined();
    },
  );
});
