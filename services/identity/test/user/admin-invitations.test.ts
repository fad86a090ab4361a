import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  ADMIN_INVITATION_SECONDS,
  type adminInvited,
  type adminJoined,
  type EventData,
  type EventEnvelope,
  INVITATIONS_PER_ADDRESS_HOUR,
  RECENT_SIGN_IN_SECONDS,
} from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { Browser } from '../support/browser.ts';
import { createCustomer, logIn, PASSWORD, storedUser } from '../support/customers.ts';
import { ADMIN, SWEEPING, signInAdmin, startIdentity } from '../support/identity.ts';
import { startOtherService } from '../support/other-service.ts';

const NEW_PASSWORD = 'Brand-New-Horse-7';
const URL = '/api/admin/invitations';

const identity = useService(() => startIdentity({ codesPerAddressHour: 1000, codeResendSeconds: 0 }, SWEEPING));
const other = useService(() => startOtherService(identity));
let admin: Browser;
beforeAll(async () => {
  admin = (await signInAdmin(identity)).browser;
});

let addresses = 0;
const newAddress = (): string => {
  addresses += 1;
  return `invited${addresses}@example.jp`;
};

const eventsOf = <Definition extends typeof adminInvited | typeof adminJoined>(type: Definition['type']) =>
  identity.probe.ofType(type) as EventEnvelope<EventData<Definition>>[];
/** The token of the nth mail to an address. */
const mailedToken = async (email: string, nth = 1): Promise<string> => {
  const mailed = () => eventsOf<typeof adminInvited>('admin.invited').filter(({ data }) => data.email === email)[nth - 1];
  return (await waitUntil(mailed, { what: `invitation ${nth} of ${email}` })).data.token;
};
const audited = (action: string, label: string) =>
  waitUntil(
    async () => (await identity.documents('audit-entries', { action: `admin-invitation.${action}`, 'target.label': label })).length === 1,
    { what: `the audit entry ${action}` },
  );

/** Without what the admin sent in the last hour, because that is limited too. */
const invite = async (email: string) => {
  const { _id } = await storedUser(identity, ADMIN.email);
  await identity.redis.del(`count:invitations-by-admin:${String(_id)}`);
  return admin.post(URL, { email });
};
const inviteNew = async (email = newAddress()) => {
  const { body } = await invite(email);
  return { email, id: String(body['id']), token: await mailedToken(email) };
};
const open = (token: string) => identity.browser().post(`${URL}/open`, { token });
const accept = (token: string, password = NEW_PASSWORD) => identity.browser().post(`${URL}/accept`, { token, password });
const listed = async (email: string) =>
  ((await admin.get(URL)).body as unknown as { email: string }[]).filter((invitation) => invitation.email === email);

describe('inviting an admin', () => {
  test('when the invited person sets a password, then it signs in with both steps, every other admin is told, and the link is used up', async () => {
    const { email, token } = await inviteNew();
    expect(await listed(email)).toEqual([expect.objectContaining({ email, invitedBy: ADMIN.email, hasAccount: false })]);
    expect((await open(token)).body).toMatchObject({ email, invitedBy: ADMIN.email, hasAccount: false });
    expect((await open(token)).status).toBe(200);
    expect((await accept(token, 'too-weak-password')).body).toMatchObject({ code: 'AdminPasswordTooWeak' });

    const accepted = await accept(token);
    expect([accepted.status, accepted.body['email'], accepted.setCookies]).toEqual([200, email, {}]);
    expect([(await accept(token)).body['code'], (await open(token)).body['code']]).toEqual(['InvitationInvalid', 'InvitationInvalid']);
    expect(await listed(email)).toEqual([]);
    const first = await identity.browser().post('/api/admin/login', { email, password: NEW_PASSWORD });
    expect(first.body).toMatchObject({ requiresTwoFactor: true, methods: ['mail'] });
    const joined = await waitUntil(() => eventsOf<typeof adminJoined>('admin.joined').filter(({ data }) => data.email === email)[0]);
    expect(joined.data).toMatchObject({ recipient: ADMIN.email, invitedBy: ADMIN.email });
    await audited('sent', email);
    await audited('accepted', email);
    expect((await invite(email)).body).toMatchObject({ code: 'AlreadyAdmin' });
  });

  test('when the address has a customer account, then only the link and a new password make it an admin’s, and its sessions end', async () => {
    const { email, browser } = await createCustomer(identity);
    const { token } = await inviteNew(email);
    expect(await storedUser(identity, email)).toMatchObject({ isAdmin: false });
    expect((await open(token)).body).toMatchObject({ hasAccount: true });
    const session = browser.cookie('session');
    expect(await other.statusOf(session)).toBe(200);

    expect((await accept(token)).status).toBe(200);
    expect(await other.statusOf(session)).toBe(401);
    expect(await storedUser(identity, email)).toMatchObject({ isAdmin: true });
    expect((await logIn(identity.browser(), { email, password: PASSWORD })).status).toBe(401);
  });

  test('when the link is used twice at the same time, then one password is set', async () => {
    const { email, token } = await inviteNew();
    const responses = await Promise.all([NEW_PASSWORD, 'Other-New-Horse-8'].map((password) => accept(token, password)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await identity.documents('users', { email })).toHaveLength(1);
  });

  test('when an invitation is sent again, then only the new link works; when it is withdrawn, then none does', async () => {
    const { email, id, token } = await inviteNew();
    expect((await admin.post(`${URL}/${id}/resend`)).status).toBe(200);
    const second = await mailedToken(email, 2);
    expect([(await open(token)).status, (await open(second)).status]).toEqual([400, 200]);
    expect((await admin.delete(`${URL}/${id}`)).status).toBe(204);
    expect((await accept(second)).body).toMatchObject({ code: 'InvitationInvalid' });
    expect([(await listed(email)).length, (await admin.delete(`${URL}/${id}`)).status]).toEqual([0, 404]);
    await audited('resent', email);
    await audited('withdrawn', email);
    await waitUntil(async () => (await identity.document('admin-invitations', id)) === null, { what: 'the removal of the record' });
  });

  test('when the inviting admin is deleted, then the invitation is invalid', async () => {
    const { email, token } = await inviteNew();
    await accept(token);
    const colleague = await storedUser(identity, email);
    const stored = await inviteNew();
    await identity.mongo
      .collection<{ _id: string }>('admin-invitations')
      .updateOne({ _id: stored.id }, { $set: { 'open.invitedBy': { id: String(colleague['_id']), email } } });
    expect((await open(stored.token)).status).toBe(200);
    await admin.delete(`/api/users/${String(colleague['_id'])}`);
    expect((await accept(stored.token)).body).toMatchObject({ code: 'InvitationInvalid' });
    expect(await listed(stored.email)).toEqual([]);
  });

  test('when too many mails go to one address, then the next is refused with the time to wait', async () => {
    const email = newAddress();
    for (let mails = 0; mails < INVITATIONS_PER_ADDRESS_HOUR; mails += 1) expect((await invite(email)).status).toBe(200);
    const refused = await invite(email);
    expect([refused.status, refused.body['code']]).toEqual([429, 'InvitationLimitReached']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  // The last one, because it lets time pass.
  test('when time passes, then inviting needs a new sign-in, and later the link has expired and can still be sent again', async () => {
    const { email, token } = await inviteNew();
    identity.wait(RECENT_SIGN_IN_SECONDS + 2);
    const late = newAddress();
    const refused = await invite(late);
    expect([refused.status, refused.body['code']]).toEqual([403, 'RecentSignInRequired']);
    expect(await listed(late)).toEqual([]);

    identity.wait(ADMIN_INVITATION_SECONDS);
    const expired = await accept(token);
    expect([expired.status, expired.body['code']]).toEqual([410, 'InvitationExpired']);
    expect(await listed(email)).toHaveLength(1);
  });
});
