import { describe, expect, test } from '@jest/globals';
import type { RegistrationOutcome } from '../../../api/registration.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { finishOrder } from './finish-order.ts';

const customer = { email: 'taro@example.jp', name: '山田 太郎', wantsAutoLogin: true };
const exists = new ApiError({ status: 409, statusText: '', body: '{"code":"AccountExists","message":"x"}', retryAfter: null });

const finish = async (changes: {
  wantsAutoLogin?: boolean;
  password?: string | null;
  outcome?: RegistrationOutcome;
  registerFails?: Error;
  mailFails?: Error;
}) => {
  const calls: unknown[] = [];
  const { wantsAutoLogin = true, password = 'Password1', outcome = 'created', registerFails, mailFails } = changes;
  const account = await finishOrder(
    {
      register: async (input) => {
        calls.push(['register', input]);
        if (registerFails) throw registerFails;
        return outcome;
      },
      requestConfirmationMail: async (input) => {
        calls.push(['mail', input]);
        if (mailFails) throw mailFails;
      },
      password,
      log: (message) => calls.push(['log', message]),
    },
    { customer: { ...customer, wantsAutoLogin }, orderNumber: '12345678' },
  );
  await Promise.resolve();
  return { account, calls };
};

const mail = ['mail', { orderNumber: '12345678', to: 'taro@example.jp' }];

describe('finishOrder', () => {
  test('when an account was wanted, it is created first and then the mail is requested', async () => {
    const { account, calls } = await finish({});
    expect(account).toBe('created');
    expect(calls).toEqual([['register', { email: 'taro@example.jp', name: '山田 太郎', password: 'Password1' }], mail]);
  });

  test('when the verification of the address expired, the account waits for its mailed link', async () => {
    expect((await finish({ outcome: 'link-sent' })).account).toBe('link-sent');
  });

  test('when no account was wanted, only the mail is requested', async () => {
    expect(await finish({ wantsAutoLogin: false })).toEqual({ account: 'none', calls: [mail] });
  });

  test('when the password is lost, the account can still be offered', async () => {
    expect(await finish({ password: null })).toEqual({ account: 'wanted', calls: [mail] });
  });

  test('when the account cannot be created, that is logged and the order continues', async () => {
    const { account, calls } = await finish({ registerFails: new Error('down') });
    expect(account).toBe('wanted');
    expect(calls.slice(1)).toEqual([['log', 'account was not made'], mail]);
  });

  test('when the address already has an account, none is offered', async () => {
    expect((await finish({ registerFails: exists })).account).toBe('exists');
  });

  test('when requesting the mail fails, that is logged and nothing is thrown', async () => {
    const { account, calls } = await finish({ mailFails: new Error('down') });
    expect(account).toBe('created');
    expect(calls.at(-1)).toEqual(['log', 'confirmation was not sent']);
  });
});
