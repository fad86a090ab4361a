import { describe, expect, test } from '@jest/globals';
import type { WantedAccount } from '@stagereel/contracts';
import { finishOrder } from './finish-order.ts';

const customer = { email: 'taro@example.jp', name: '山田 太郎', wantsAutoLogin: true };
const user = { id: 'u1', email: customer.email, username: customer.email, name: customer.name, isAdmin: false, emailProven: true };
const created: WantedAccount = { account: 'created', user };
const pending: WantedAccount = { account: 'pending' };

const finish = async (changes: { wantsAutoLogin?: boolean; answers?: (WantedAccount | Error)[]; mailFails?: Error }) => {
  const calls: unknown[] = [];
  const { wantsAutoLogin = true, answers = [created], mailFails } = changes;
  const account = await finishOrder(
    {
      signIn: async (orderNumber) => {
        calls.push(['sign-in', orderNumber]);
        const answer = answers.shift() ?? pending;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      wait: async (milliseconds) => {
        calls.push(['wait', milliseconds]);
      },
      requestConfirmationMail: async (input) => {
        calls.push(['mail', input]);
        if (mailFails) throw mailFails;
      },
      log: (message) => calls.push(['log', message]),
    },
    { customer: { ...customer, wantsAutoLogin }, orderNumber: '12345678' },
  );
  await Promise.resolve();
  return { account, calls };
};

const mail = ['mail', { orderNumber: '12345678', to: 'taro@example.jp' }];

describe('finishOrder', () => {
  test('when an account was wanted, then the mail is requested and the browser is signed in (customer 1.4, 4.14)', async () => {
    const { account, calls } = await finish({});
    expect(account).toBe('created');
    expect(calls).toEqual([mail, ['wait', 0], ['sign-in', '12345678']]);
  });

  test('when no account was wanted, then only the mail is requested', async () => {
    expect(await finish({ wantsAutoLogin: false })).toEqual({ account: 'none', calls: [mail] });
  });

  test('when the server does not know of the payment yet, then it is asked again, with growing waits', async () => {
    const { account, calls } = await finish({ answers: [pending, pending, created] });
    expect(account).toBe('created');
    expect(calls.filter((call) => (call as string[])[0] === 'wait')).toEqual([
      ['wait', 0],
      ['wait', 300],
      ['wait', 700],
    ]);
  });

  test('when the server never knows of the payment in time, then the account is pending and the order continues', async () => {
    expect((await finish({ answers: [] })).account).toBe('pending');
  });

  test('when the server keeps no password, then the account can only be offered again', async () => {
    expect((await finish({ answers: [{ account: 'none' }] })).account).toBe('lost');
  });

  test('when the address got an account in the meantime, then that is the outcome', async () => {
    expect((await finish({ answers: [{ account: 'exists' }] })).account).toBe('exists');
  });

  test('when the sign-in fails, then that is logged and the order continues (customer 4.14)', async () => {
    const { account, calls } = await finish({ answers: [new Error('down')] });
    expect(account).toBe('pending');
    expect(calls.at(-1)).toEqual(['log', 'sign-in after the order failed']);
  });

  test('when requesting the mail fails, then that is logged and nothing is thrown (customer 4.14)', async () => {
    const { account, calls } = await finish({ mailFails: new Error('down') });
    expect(account).toBe('created');
    expect(calls).toContainEqual(['log', 'confirmation was not sent']);
  });
});
