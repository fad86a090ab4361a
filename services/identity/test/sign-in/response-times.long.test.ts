import { describe, expect, test } from '@jest/globals';
import { keyPrefix, measureMedianTimes, useService } from '@stagereel/service-kit/testing';
import { createCustomer } from '../support/customers.ts';
import { ADMIN, startIdentity } from '../support/identity.ts';
import { registrationsOf } from '../support/registrations.ts';

/** More requests are measured than the limits allow, so the limits of mails are lifted, and all counts are cleared before each request. */
const identity = useService(() => startIdentity({ codeResendSeconds: 0, codesPerAddressHour: 100_000, codesPerNetworkHour: 100_000 }));
const registrations = registrationsOf(identity);
const TIMEOUT_MS = 1_200_000;
const MAX_DIFFERENCE = 0.05;
const UNKNOWN = 'never-seen@example.jp';

const clearCounts = async (): Promise<void> => {
  const prefix = keyPrefix(identity.backing);
  const keys = await identity.redis.keys(`${prefix}count:*`);
  if (keys.length > 0) await identity.redis.del(...keys.map((key) => key.slice(prefix.length)));
};

type Kind = {
  name: string;
  known: () => Promise<string>;
  prepare?: (email: string) => Promise<unknown>;
  request: (email: string) => Promise<{ status: number }>;
  status: number;
};
const newCustomer = async (): Promise<string> => (await createCustomer(identity)).email;
const post = (path: string, body: object) => identity.browser().post(path, body);
const requestResetCode = (email: string) => post('/api/send-password-reset-code', { email });

const kinds: readonly Kind[] = [
  {
    name: 'a customer signs in with a wrong password',
    known: newCustomer,
    request: (email) => post('/api/login', { email, password: 'Wrong-Password-1' }),
    status: 401,
  },
  {
    name: 'an admin signs in with a wrong password',
    known: async () => ADMIN.email,
    request: (email) => post('/api/admin/login', { email, password: 'Wrong-Password-1' }),
    status: 401,
  },
  {
    name: 'a guest requests a code for an order',
    known: newCustomer,
    request: (email) => post('/api/send-verification-code', { email }),
    status: 200,
  },
  {
    name: 'a visitor registers by code',
    known: newCustomer,
    request: (email) => registrations.requestCode({ email }),
    status: 200,
  },
  {
    name: 'a visitor registers by link',
    known: newCustomer,
    request: (email) => registrations.requestLink({ email }),
    status: 202,
  },
  {
    name: 'a visitor requests a code for a password reset',
    known: newCustomer,
    request: requestResetCode,
    status: 200,
  },
  {
    name: 'a visitor resets a password with a wrong code',
    known: newCustomer,
    prepare: requestResetCode,
    request: (email) => post('/api/reset-password', { email, code: '000000', newPassword: 'Brand-New-Pass-2' }),
    status: 400,
  },
];

describe('response times for known and unknown addresses', () => {
  test.each(kinds)(
    'when $name, then the medians of 500 requests differ by less than 5 %',
    async ({ known, prepare, request, status }) => {
      const variant = (email: string) => ({
        prepare: async () => {
          await clearCounts();
          await prepare?.(email);
        },
        request: async () => expect((await request(email)).status).toBe(status),
      });
      const times = await measureMedianTimes({ known: variant(await known()), unknown: variant(UNKNOWN), maxDifference: MAX_DIFFERENCE });
      console.info('Median times', times);
      expect(times.difference).toBeLessThan(MAX_DIFFERENCE);
    },
    TIMEOUT_MS,
  );
});
