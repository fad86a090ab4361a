import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { createCustomer } from '../support/customers.ts';
import { ADMIN, startIdentity } from '../support/identity.ts';
import { expireCounters } from '../support/lockout.ts';
import { registrationsOf } from '../support/registrations.ts';
import { expectSameDuration } from '../support/timing.ts';

const WRONG = 'Wrong-Password-1';
const ROUNDS = 25;
const TIMEOUT_MS = 240_000;

const identity = useService(() => startIdentity({ CODE_RESEND_SECONDS: '0', CODES_PER_ADDRESS_HOUR: '1000' }));
const registrations = registrationsOf(identity);

describe('response times for existing and unknown addresses', () => {
  test.each(['/api/admin/login', '/api/login'])(
    'when a password is wrong at %s, then an unknown address takes as long as an account',
    async (path) => {
      const { email } = path === '/api/login' ? await createCustomer(identity) : ADMIN;
      const signIn = (address: string) => identity.browser().post(path, { email: address, password: WRONG });
      await expectSameDuration({
        rounds: ROUNDS,
        first: () => signIn(email),
        second: () => signIn('never-seen@example.jp'),
        between: () => expireCounters(identity),
      });
    },
    TIMEOUT_MS,
  );

  test.each(['code', 'link'])(
    'when an address registers by %s, then an existing account takes as long as a new address',
    async (method) => {
      const { email } = await createCustomer(identity);
      const request = (address: string) =>
        method === 'code' ? registrations.requestCode({ email: address }) : registrations.requestLink({ email: address });
      const fresh = `fresh-by-${method}@example.jp`;
      await Promise.all([request(email), request(fresh)]);
      await expectSameDuration({ rounds: ROUNDS, first: () => request(email), second: () => request(fresh) });
    },
    TIMEOUT_MS,
  );

  test(
    'when a password is reset, then an unknown address takes as long as an existing account',
    async () => {
      const { email } = await createCustomer(identity);
      const reset = async (address: string) => {
        const browser = identity.browser();
        expect((await browser.post('/api/send-password-reset-code', { email: address })).status).toBe(200);
        const wrong = { email: address, code: '000000', newPassword: 'Brand-New-Pass-2' };
        expect((await browser.post('/api/reset-password', wrong)).status).toBe(400);
      };
      await expectSameDuration({ rounds: ROUNDS, first: () => reset(email), second: () => reset('no-account@example.jp') });
    },
    TIMEOUT_MS,
  );
});
