import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { accountMailSubjects, customerLineListSchema, orderLinkSubject, sessionUserSchema } from '@stagereel/contracts';
import type { Customer } from '@stagereel/shop-client';
import { fillBasket } from '../support/basket.ts';
import { outcomeOf, refusalOf } from '../support/outcomes.ts';
import type { TestStack } from '../support/test-stack.ts';

export const abuseJourneys = (stack: () => TestStack): void =>
  describe('abuse of the API', () => {
    const PASSWORD = 'Mikan-Bako-1';

    const post = (customer: Customer, path: string, body: unknown) => customer.call({ method: 'POST', path, body });
    const ordersOf = (customer: Customer) => customer.call({ path: '/api/user/orders', schema: customerLineListSchema });
    const signedInAs = async (customer: Customer): Promise<string | null> => {
      const { status, body } = await outcomeOf(customer.call({ path: '/api/user' }));
      return status === 200 ? sessionUserSchema.parse(body).email : null;
    };

    const newMember = async (email: string): Promise<Customer> => {
      const member = stack().newCustomer();
      await member.register({ email, password: PASSWORD });
      return member;
    };

    /** A paid order of the address, delivered. Returns where it can be downloaded. */
    const deliveredOrder = async (email: string): Promise<{ orderNumber: string; pageId: string; lineId: string }> => {
      const guest = stack().newCustomer();
      await guest.proveEmail(email);
      const { intent, lines } = await guest.buy(await fillBasket(guest, { email, count: 1 }));
      const admin = await stack().signedInAdmin();
      const urls = Object.fromEntries(lines.map(({ id }) => [id, `https://videos.example.com/${id}`]));
      const { downloadPath } = await admin.deliver(intent.orderNumber, urls);
      return { orderNumber: intent.orderNumber, pageId: downloadPath.replace('/download/', ''), lineId: String(lines[0]?.id) };
    };

    const WRONG_CODE = (right: string): string => (right === '000000' ? '000001' : '000000');

    describe('account enumeration', () => {
      test('when the same request names an address with an account and one without, then the responses are the same', async () => {
        await newMember('has-account@example.jp');
        const requests: ((email: string) => Promise<unknown>)[] = [
          (email) => post(stack().newCustomer(), '/api/login', { email, password: 'Wrong-password-1' }),
          (email) => post(stack().newCustomer(), '/api/send-registration-code', { email, password: PASSWORD, name: '試験 太郎' }),
          (email) => post(stack().newCustomer(), '/api/send-password-reset-code', { email }),
          (email) => post(stack().newCustomer(), '/api/reset-password', { email, code: '123456', newPassword: 'Kitsune-Udon-1' }),
          (email) => post(stack().newCustomer(), '/api/send-verification-code', { email }),
          (email) => post(stack().newCustomer(), '/api/admin/login', { email, password: 'Wrong-password-1' }),
          (email) =>
            post(stack().newCustomer(), '/api/register', {
              email,
              name: '試験 太郎',
              password: PASSWORD,
              confirmPassword: PASSWORD,
              agreesToTerms: true,
            }),
        ];
        for (const request of requests) {
          const [known, unknown] = [await outcomeOf(request('has-account@example.jp')), await outcomeOf(request('has-none@example.jp'))];
          expect(known).toEqual(unknown);
        }
      });

      test('when an order is looked up, then the response does not reveal whether it exists, and only its own address gets a mail', async () => {
        const email = 'looked-up@example.jp';
        const { orderNumber, pageId } = await deliveredOrder(email);
        const before = await stack().mailbox.idsOf(email);
        const lookUp = (body: { orderNumber: string; email: string }) => outcomeOf(post(stack().newCustomer(), '/api/orders/lookup', body));
        const right = await lookUp({ orderNumber, email });
        expect(right.status).toBe(200);
        expect(await lookUp({ orderNumber, email: 'nosy@example.jp' })).toEqual(right);
        expect(await lookUp({ orderNumber: '00000000', email })).toEqual(right);
        expect(JSON.stringify(right.body)).not.toContain(pageId);
        const mail = await stack().mailbox.waitFor({ to: email, subject: new RegExp(orderLinkSubject(orderNumber)), except: before });
        expect(mail.text).toContain(`/download/${pageId}`);
        expect(await stack().mailbox.to('nosy@example.jp')).toEqual([]);
      });
    });

    describe('guessed codes', () => {
      test('when 20 wrong codes are sent at once, then at most five are checked, and the right code is refused afterwards', async () => {
        const email = 'guessed@example.jp';
        const customer = stack().newCustomer();
        const code = await customer.codeAfter({ email, request: () => post(customer, '/api/send-verification-code', { email }) });
        const verify = (guess: string) => refusalOf(post(customer, '/api/verify-email-code', { email, code: guess }));
        const guesses = await Promise.all(Array.from({ length: 20 }, () => verify(WRONG_CODE(code))));
        expect(guesses.every(([status]) => status === 400)).toBe(true);
        expect(guesses.filter(([, reason]) => reason === 'CodeInvalid')).toHaveLength(4);
        expect(await verify(code)).toEqual([400, 'CodeTriesExceeded']);
        expect(customer.cookies()).not.toContain('order_session');
      });

      test('when a newer code was sent, then the older one is refused', async () => {
        const email = 'resent@example.jp';
        const customer = stack().newCustomer();
        const older = await customer.codeAfter({ email, request: () => post(customer, '/api/send-verification-code', { email }) });
        const newer = await customer.codeAfter({ email, request: () => post(customer, '/api/resend-verification-code', { email }) });
        const verify = (code: string) => refusalOf(post(customer, '/api/verify-email-code', { email, code }));
        // One in a million times both are the same, and then there is nothing to refuse.
        if (older !== newer) expect(await verify(older)).toEqual([400, 'CodeInvalid']);
        expect(await verify(newer)).toEqual([200, undefined]);
      });

      test('when a code was sent for one purpose, then it is refused for every other', async () => {
        const email = 'purposes@example.jp';
        const member = await newMember(email);
        const orderCode = await member.codeAfter({ email, request: () => post(member, '/api/send-verification-code', { email }) });
        const resetCode = await member.codeAfter({ email, request: () => post(member, '/api/send-password-reset-code', { email }) });
        const changeCode = await member.codeAfter({ email, request: () => post(member, '/api/send-password-change-code', undefined) });
        const tried = [
          await refusalOf(post(member, '/api/reset-password', { email, code: orderCode, newPassword: 'Kitsune-Udon-1' })),
          await refusalOf(post(member, '/api/verify-password-change-code', { code: resetCode })),
          await refusalOf(post(member, '/api/verify-email-code', { email, code: changeCode })),
          await refusalOf(post(member, '/api/verify-registration-code', { email, code: orderCode })),
          await refusalOf(post(member, '/api/change-password', { currentPassword: PASSWORD, newPassword: 'Kitsune-Udon-1' })),
        ];
        // The browser that made the account is told so, whatever it types.
        expect(tried.map(([status]) => status)).toEqual([400, 400, 400, 409, 403]);
        expect((await stack().newCustomer().logIn({ email, password: PASSWORD })).user?.email).toBe(email);
      });

      test('when the right registration code is sent by another browser, then it is refused', async () => {
        const email = 'other-browser@example.jp';
        const [asker, thief] = [stack().newCustomer(), stack().newCustomer()];
        const code = await asker.codeAfter({ email, request: () => asker.sendRegistrationCode({ email, password: PASSWORD }) });
        expect((await refusalOf(thief.verifyRegistrationCode(email, code)))[0]).toBe(400);
        expect(await signedInAs(thief)).toBeNull();
        expect((await asker.verifyRegistrationCode(email, code)).user.email).toBe(email);
      });
    });

    describe('ended sessions', () => {
      const stolenFrom = (member: Customer) => {
        const cookie = member.cookies();
        const thief = stack().newCustomer();
        return (path: string) => refusalOf(thief.call({ path, headers: { cookie } }));
      };

      test('when the user has logged out, then every service refuses the session (customer 7.22)', async () => {
        const member = await newMember('logged-out@example.jp');
        const withStolen = stolenFrom(member);
        expect(await withStolen('/api/user')).toEqual([200, undefined]);
        await member.logOut();
        for (const path of ['/api/user', '/api/user/orders']) expect(await withStolen(path)).toEqual([401, 'Unauthorized']);
      });

      test('when the user has changed the password, then other sessions are refused, and the user stays signed in', async () => {
        const email = 'changed@example.jp';
        const member = await newMember(email);
        const elsewhere = stack().newCustomer();
        await elsewhere.logIn({ email, password: PASSWORD });
        const withStolen = stolenFrom(member);
        await member.changePassword({ email, currentPassword: PASSWORD, newPassword: 'Kitsune-Udon-2' });
        for (const path of ['/api/user', '/api/user/orders']) expect(await withStolen(path)).toEqual([401, 'Unauthorized']);
        expect([await signedInAs(member), await signedInAs(elsewhere)]).toEqual([email, null]);
        expect(await refusalOf(stack().newCustomer().logIn({ email, password: PASSWORD }))).toEqual([401, 'CredentialsInvalid']);
        await stack().mailbox.waitFor({ to: email, subject: /パスワード変更のお知らせ/ });
      });

      test('when the user has reset the password by mail, then the session is refused', async () => {
        const email = 'reset@example.jp';
        const member = await newMember(email);
        const withStolen = stolenFrom(member);
        const owner = stack().newCustomer();
        const code = await owner.codeAfter({ email, request: () => post(owner, '/api/send-password-reset-code', { email }) });
        await post(owner, '/api/reset-password', { email, code, newPassword: 'Kitsune-Udon-3' });
        expect(await withStolen('/api/user')).toEqual([401, 'Unauthorized']);
        expect((await owner.logIn({ email, password: 'Kitsune-Udon-3' })).user?.email).toBe(email);
      });
    });

    describe('crafted requests', () => {
      /** Waits for the last mail of a registration: mails go out one after another, so those of what was done before it are out. */
      const untilWelcomed = (email: string) =>
        stack().mailbox.waitFor({ to: email, subject: new RegExp(accountMailSubjects.registration) });
      beforeAll(async () => {
        await newMember('registers-last@example.jp');
        await untilWelcomed('registers-last@example.jp');
      });

      test('when a body contains isAdmin or prototype properties, then the account is still a customer', async () => {
        const email = 'not-admin@example.jp';
        const customer = stack().newCustomer();
        const extras = { isAdmin: true, emailProven: true, id: 'mine', constructor: { prototype: { isAdmin: true } } };
        const code = await customer.codeAfter({
          email,
          request: () => post(customer, '/api/send-registration-code', { email, password: PASSWORD, name: '試験 太郎', ...extras }),
        });
        await post(customer, '/api/verify-registration-code', { email, code, ...extras });
        await post(customer, '/api/login', { email, password: PASSWORD, ...extras });
        expect(sessionUserSchema.parse(await customer.call({ path: '/api/user' }))).toMatchObject({ email, isAdmin: false });
        expect(await refusalOf(customer.call({ path: '/api/orders' }))).toEqual([403, 'Forbidden']);
        await untilWelcomed(email);
      });

      test('when a body contains __proto__, then it has no effect', async () => {
        const response = await fetch(new URL('/api/login', stack().info.gateway), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"email":"a@example.jp","password":"x","__proto__":{"isAdmin":true}}',
        });
        expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
        expect(await response.json()).toMatchObject({ code: 'CredentialsInvalid' });
      });

      const queries = { $ne: null };
      const calls: [string, unknown][] = [
        ['/api/login', { email: queries, password: queries }],
        ['/api/login', { email: 'a@example.jp', password: queries }],
        ['/api/admin/login', { email: queries, password: queries }],
        ['/api/send-registration-code', { email: queries, password: PASSWORD, name: 'x' }],
        ['/api/verify-registration-code', { email: 'a@example.jp', code: queries }],
        ['/api/verify-email-code', { email: 'a@example.jp', code: { $gt: '' } }],
        ['/api/reset-password', { email: queries, code: '123456', newPassword: PASSWORD }],
        ['/api/verify-email', { token: queries, password: PASSWORD }],
        ['/api/orders/lookup', { orderNumber: queries, email: queries }],
        ['/api/create-payment-intent', { amount: queries, items: [queries], customer: queries }],
        ['/api/orders', { paymentIntentId: queries, category: queries, athleteNumber: queries, style: queries }],
        ['/api/send-registration-code', { email: 'a@example.jp', password: PASSWORD, name: '太郎\r\nBcc: victim@example.jp' }],
        ['/api/send-registration-code', { email: 'a@example.jp', password: PASSWORD, name: '<script>alert(1)</script>' }],
        ['/api/send-registration-code', { email: 'a@example.jp\r\nBcc: victim@example.jp', password: PASSWORD, name: '太郎' }],
        ['/api/send-registration-code', { email: '<b>a</b>@example.jp', password: PASSWORD, name: '太郎' }],
        ['/api/send-verification-code', { email: 'a@example.jp\nCc: victim@example.jp' }],
        ['/api/send-password-reset-code', { email: '"<script>"@example.jp' }],
      ];
      test.each(calls)('when %s receives %j, then it responds 400 and no mail is sent', async (path, body) => {
        const customer = stack().newCustomer();
        const mails = (await stack().mailbox.all()).length;
        const headers: Record<string, string> = path === '/api/create-payment-intent' ? { 'idempotency-key': randomUUID() } : {};
        const { status, code } = await outcomeOf(customer.call({ method: 'POST', path, body, headers }));
        // A payment or an order needs a proven address before anything of it is read.
        expect([400, 401]).toContain(status);
        expect(code).toMatch(/^(ValidationFailed|ProofRequired|BadRequest)$/);
        expect(customer.cookies()).toBe('');
        expect(await stack().mailbox.to('victim@example.jp')).toEqual([]);
        expect((await stack().mailbox.all()).length).toBe(mails);
      });
    });

    describe('data of other customers', () => {
      test('when an account registers after a guest has ordered, then it sees the orders of its own proven address only (customer 5.14)', async () => {
        const { orderNumber } = await deliveredOrder('guest-first@example.jp');
        const owner = await newMember('guest-first@example.jp');
        const stranger = await newMember('stranger@example.jp');
        expect((await ordersOf(owner)).map((line) => line.orderNumber)).toEqual([`${orderNumber}-01`]);
        expect(await ordersOf(stranger)).toEqual([]);
        expect(await refusalOf(stranger.call({ path: `/api/orders/${orderNumber}/receipt` }))).toEqual([404, 'OrderNotFound']);
        expect(
          await refusalOf(
            stack()
              .newCustomer()
              .call({ path: `/api/orders/${orderNumber}/receipt` }),
          ),
        ).toEqual([401, 'ProofRequired']);
        expect(await refusalOf(stack().newCustomer().call({ path: '/api/user/orders' }))).toEqual([401, 'Unauthorized']);
      });

      test('when a download page is guessed, or a second browser claims its videos, then nothing is delivered', async () => {
        const { pageId, lineId, orderNumber } = await deliveredOrder('downloads@example.jp');
        const [owner, thief] = [stack().newCustomer(), stack().newCustomer()];
        for (const guess of [
          orderNumber,
          'x'.repeat(43),
          pageId.slice(0, -1),
          `${pageId.slice(0, -1)}${pageId.endsWith('A') ? 'B' : 'A'}`,
        ]) {
          const [status] = await refusalOf(thief.downloadPage(guess));
          expect(status === 404 || status === 400).toBe(true);
        }
        expect((await owner.claim(pageId, lineId)).url).toContain('https://videos.example.com/');
        expect(await refusalOf(thief.claim(pageId, lineId))).toEqual([409, 'DownloadClaimedElsewhere']);
        expect(JSON.stringify(await thief.downloadPage(pageId))).not.toContain('videos.example.com');
      });
    });
  });
