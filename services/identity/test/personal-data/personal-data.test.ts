import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  adminActed,
  ERASURE_KEPT_SECONDS,
  type EventData,
  type EventEnvelope,
  type PersonalDataKind,
  personalDataEraseRequested,
  personalDataLinkRequested,
} from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { startFakeServer, useService, waitUntil } from '@stagereel/service-kit/testing';
import { createEntry, storeEntries } from '../support/audit-entries.ts';
import type { Browser } from '../support/browser.ts';
import { createCustomer, logIn, PASSWORD } from '../support/customers.ts';
import { ADMIN, signInAdmin, startIdentity } from '../support/identity.ts';
import { startOtherService } from '../support/other-service.ts';

let isOutage = false;
/** Stands for orders, notify and catalog. */
const services = useService(() =>
  startFakeServer({
    'GET /internal/personal-data': () =>
      isOutage ? { status: 500, body: {} } : { body: { sections: [{ title: 'ご注文', records: [{ 注文番号: '48213999' }] }] } },
  }),
);
const identity = useService(() =>
  startIdentity({
    ...{ ORDERS_URL: services.url, NOTIFY_URL: services.url, CATALOG_URL: services.url },
    ...{ codeResendSeconds: 0, codesPerAddressHour: 5 },
  }),
);
const other = useService(() => startOtherService(identity));
let admin: Browser;
beforeAll(async () => {
  admin = (await signInAdmin(identity)).browser;
});
beforeEach(() => {
  isOutage = false;
});

type LinkEvent = EventEnvelope<EventData<typeof personalDataLinkRequested>>;
type EraseEvent = EventEnvelope<EventData<typeof personalDataEraseRequested>>;

const ask = (email: string, kind: PersonalDataKind, browser = identity.browser()) =>
  browser.post('/api/personal-data/requests', { email, kind });
/** The token of the link that is mailed for this request. */
const mailedToken = async (email: string, kind: PersonalDataKind): Promise<string> => {
  const { headers } = await ask(email, kind);
  const isAnswer = (event: EventEnvelope) => event.correlationId === headers['x-request-id'];
  return ((await identity.probe.waitFor(personalDataLinkRequested.type, isAnswer)) as LinkEvent).data.token;
};
const send = (step: 'open' | 'export' | 'erase', token: string) => identity.browser().post(`/api/personal-data/${step}`, { token });
const eraseEvents = (email: string) =>
  (identity.probe.ofType(personalDataEraseRequested.type) as EraseEvent[]).filter(({ data }) => data.email === email);
const eraseEventOf = (email: string) => waitUntil(() => eraseEvents(email)[0], { what: 'the event of the erasure' });
const entriesNaming = async (text: string) =>
  (await identity.documents('audit-entries')).filter((entry) => JSON.stringify(entry).includes(text));
const newAddress = () => `owner-${randomUUID().slice(0, 8)}@example.jp`;

describe('the file with the data about an address', () => {
  test('when the owner uses the mailed link, then the file has the data of all services, once', async () => {
    const { email } = await createCustomer(identity);
    await logIn(identity.browser(), { email, password: 'wrong' });
    const token = await mailedToken(email, 'export');
    const opened = { kind: 'export', email, hasAccount: true };
    expect(await send('open', token)).toMatchObject({ status: 200, body: opened });
    expect(await send('open', token)).toMatchObject({ status: 200, body: opened });
    expect((await send('erase', token)).body).toMatchObject({ code: 'PersonalDataLinkInvalid' });

    isOutage = true;
    expect((await send('export', token)).body).toMatchObject({ code: 'ServiceUnavailable' });
    isOutage = false;
    const responses = await Promise.all([send('export', token), send('export', token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    const file = responses.find(({ status }) => status === 200)!;
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="personal-data\.json"/);
    expect(file.body).toMatchObject({
      メールアドレス: email,
      保存している情報: {
        会員アカウント: [{ メールアドレス: email, お名前: '客' }],
        ログインの記録: [{ 結果: 'パスワードの誤り' }, { 結果: '成功', IPアドレス: expect.any(String) }],
        ご注文: [{ 注文番号: '48213999' }],
      },
    });
    expect(JSON.stringify(file.body)).not.toContain('argon2');
    expect((await send('export', token)).body).toMatchObject({ code: 'PersonalDataLinkInvalid' });
    await waitUntil(async () => (await identity.documents('personal-data-requests', { email })).length === 0, { what: 'no address' });
  });

  test('when nothing is stored about an address, then the response is the same, and links are limited and expire', async () => {
    const [unknown, { email: known, browser: owner }] = [newAddress(), await createCustomer(identity)];
    const [first, second] = [await ask(unknown, 'export'), await ask(known, 'export')];
    expect([first.status, first.body]).toEqual([202, second.body]);
    expect([second.status, Object.keys(first.headers).sort()]).toEqual([202, Object.keys(second.headers).sort()]);
    const token = await mailedToken(unknown, 'export');
    const stranger = identity.browser();
    for (let request = 1; request <= 5; request += 1) expect((await ask(known, 'erasure', stranger)).status).toBe(202);
    expect(await ask(known, 'erasure', stranger)).toMatchObject({ status: 429, body: { code: 'LinkLimitReached' } });
    // In another network, or in a browser that has proven the address, its owner can still ask.
    expect([(await ask(known, 'erasure')).status, (await ask(known, 'erasure', owner)).status]).toEqual([202, 202]);
    expect(JSON.stringify(await identity.documents('personal-data-requests'))).not.toContain(token);
    expect((await send('open', 'unknown')).body).toMatchObject({ code: 'PersonalDataLinkInvalid' });
    identity.wait(3600);
    expect(await send('open', token)).toMatchObject({ status: 410, body: { code: 'PersonalDataLinkExpired' } });
    expect((await send('export', token)).status).toBe(410);
    admin = (await signInAdmin(identity)).browser;
  });
});

describe('an erasure', () => {
  test('when the owner confirms, then the account and what serves it are gone, and facts are kept under a pseudonym', async () => {
    const { email, id, browser } = await createCustomer(identity);
    await identity.browser().post('/api/send-registration-code', { email, name: '客', password: PASSWORD });
    await identity.browser().post('/api/send-verification-code', { email });
    const longer = `x${email}`;
    await storeEntries(
      identity,
      createEntry({ before: { email: longer }, after: { recipient: email, nested: [{ note: `宛先は${email}です` }] } }),
      createEntry({ target: { type: 'user', id, label: email } }),
    );
    const token = await mailedToken(email, 'erasure');
    const responses = await Promise.all([send('erase', token), send('erase', token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await other.statusOf(browser.cookie('session'))).toBe(401);

    const { data } = await eraseEventOf(email);
    await waitUntil(async () => (await entriesNaming(data.pseudonym)).length === 2, { what: 'the pseudonyms in the audit log' });
    const kept = await entriesNaming(data.pseudonym);
    expect(kept).toContainEqual(
      expect.objectContaining({
        before: { email: longer },
        after: { recipient: data.pseudonym, nested: [{ note: `宛先は${data.pseudonym}です` }] },
      }),
    );
    for (const collection of ['users', 'codes', 'pending-registrations', 'sign-in-events', 'personal-data-requests', 'erasures']) {
      expect([collection, JSON.stringify(await identity.documents(collection))]).toEqual([collection, expect.not.stringContaining(email)]);
    }
    expect(await identity.documents('sign-in-events', { email: data.pseudonym })).toHaveLength(1);
    expect(await identity.minutesLeft('erasures', { pseudonym: data.pseudonym })).toEqual([ERASURE_KEPT_SECONDS / 60]);
    expect(eraseEvents(email)).toHaveLength(1);
  });

  test('when an older entry arrives after the erasure, then it has the pseudonym; what is newer stays as it is, whatever is repeated', async () => {
    const email = newAddress();
    const late = createEvent(adminActed, {
      ...{ adminId: randomUUID(), adminEmail: email, action: 'order.mail-resent', ip: null, before: null },
      ...{ target: { type: 'order', id: '1', label: '48213999' }, after: { recipient: email } },
    });
    await send('erase', await mailedToken(email, 'erasure'));
    const event = await eraseEventOf(email);
    await createCustomer(identity, { email });
    await identity.browser().post('/api/send-password-reset-code', { email });
    await identity.probe.publish(event);
    await identity.probe.publish(late);
    const newer = { ...late, id: randomUUID(), occurredAt: new Date(Date.now() + 7_200_000).toISOString() };
    await identity.probe.publish(newer);

    const { pseudonym } = event.data;
    await waitUntil(async () => (await entriesNaming(pseudonym)).some(({ _id }) => String(_id) === late.id), {
      what: 'the late entry',
    });
    expect(await identity.document('audit-entries', late.id)).toMatchObject({ after: { recipient: pseudonym } });
    await waitUntil(() => identity.document('audit-entries', newer.id));
    await waitUntil(async () => (await identity.probe.waiting('identity.erasures')) === 0, { what: 'the repeated event' });
    expect(await identity.document('audit-entries', newer.id)).toMatchObject({ adminEmail: email });
    expect((await logIn(identity.browser(), { email, password: PASSWORD })).status).toBe(200);
    expect(await identity.documents('codes', { _id: `password-reset:${email}` })).toHaveLength(1);
  });

  test.each([
    ['a customer', false],
    ['another admin', true],
  ])('when an admin deletes %s, then the same happens, and the entry about it has the pseudonym', async (_who, isAdmin) => {
    const { email, id } = await createCustomer(identity);
    await identity.mongo.collection<{ _id: string }>('users').updateOne({ _id: id }, { $set: { isAdmin } });
    expect((await admin.delete(`/api/users/${id}`)).status).toBe(200);
    const { data } = await eraseEventOf(email);
    const entry = await waitUntil(
      async () =>
        (await identity.documents('audit-entries', { action: 'user.deleted', 'target.id': id })).find(
          ({ target }) => target.label === data.pseudonym,
        ),
      { what: 'the entry' },
    );
    expect(entry).toMatchObject({ before: { email: data.pseudonym } });
    await waitUntil(async () => (await identity.documents('sign-in-events', { email })).length === 0, { what: 'the sign-in events' });
  });
});

describe('admins', () => {
  test('when an admin exports and erases an address, then both are in the audit log, and after that without the address', async () => {
    const { email } = await createCustomer(identity);
    const file = await admin.post('/api/admin/personal-data/export', { email });
    expect(file).toMatchObject({ status: 200, body: { メールアドレス: email } });
    // The admin's own file names no other person.
    await waitUntil(async () => (await identity.documents('audit-entries', { action: 'personal-data.exported' }))[0]);
    const own = await admin.post('/api/admin/personal-data/export', { email: ADMIN.email });
    expect(own.body).toMatchObject({
      保存している情報: { 管理者の操作の記録: expect.arrayContaining([expect.objectContaining({ 操作: '個人情報の開示（書き出し）' })]) },
    });
    expect(JSON.stringify(own.body)).not.toContain(email);
    const exported = await waitUntil(async () => (await identity.documents('audit-entries', { action: 'personal-data.exported' }))[0]);
    expect(exported).toMatchObject({ adminEmail: ADMIN.email, target: { label: email } });

    const { status, body } = await admin.post('/api/admin/personal-data/erase', { email: ` ${email.toUpperCase()}` });
    expect(status).toBe(200);
    const pseudonym = String(body['pseudonym']);
    const erased = await waitUntil(async () => (await identity.documents('audit-entries', { action: 'personal-data.erased' }))[0]);
    expect(erased).toMatchObject({ adminEmail: ADMIN.email, target: { label: pseudonym } });
    await waitUntil(async () => (await entriesNaming(email)).length === 0 && (await entriesNaming(pseudonym)).length === 2);
    expect((await logIn(identity.browser(), { email, password: PASSWORD })).status).toBe(401);
  });

  test('when the address is an admin’s, then a mailed link shows and erases nothing', async () => {
    expect((await admin.post('/api/admin/personal-data/erase', ADMIN)).body).toMatchObject({ code: 'PersonalDataOfAdmin' });
    expect((await send('erase', await mailedToken(ADMIN.email, 'erasure'))).body).toMatchObject({ code: 'PersonalDataOfAdmin' });
    expect((await send('export', await mailedToken(ADMIN.email, 'export'))).body).toMatchObject({ code: 'PersonalDataOfAdmin' });
    expect((await admin.get('/api/user')).status).toBe(200);
    expect(eraseEvents(ADMIN.email)).toEqual([]);
  });

  test('when the caller is not an admin, then both are refused', async () => {
    const { browser: customer, email } = await createCustomer(identity);
    for (const action of ['export', 'erase']) {
      const path = `/api/admin/personal-data/${action}`;
      expect([(await identity.browser().post(path, { email })).status, (await customer.post(path, { email })).status]).toEqual([401, 403]);
    }
  });
});
