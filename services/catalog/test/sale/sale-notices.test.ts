import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Contest, type EventData, MAX_SALE_NOTICES, type saleStarted } from '@stagereel/contracts';
import { startTcpProxy, useService, waitUntil } from '@stagereel/service-kit/testing';
import type { CatalogDeps } from '../../src/domain/deps.ts';
import { requestSaleNotice } from '../../src/domain/sale/request-sale-notice.ts';
import { settleSaleNotices } from '../../src/domain/sale/settle-sale-notices.ts';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);
/** Used to run single steps, as if the process crashed right after them. */
let deps: CatalogDeps;
beforeAll(async () => {
  deps = await catalog.openDeps();
});

const newAddress = (): string => `n${randomBytes(6).toString('hex')}@example.jp`;
const patch = (id: string, body: unknown) => catalog.call('PATCH', `/api/contests/${id}`, { body });
const announced = async (): Promise<Contest> => {
  const { id } = await catalog.contest({ date: '2027年5月3日', location: '東京体育館' });
  return (await patch(id, { isComingSoon: true })).body;
};
const ask = (id: string, email: unknown, cookie?: string) =>
  catalog.call('POST', `/api/contests/${id}/sale-notices`, { as: 'anonymous', body: { email }, headers: cookie ? { cookie } : {} });
/** Asks with a proven address. */
const register = async (id: string, email = newAddress()): Promise<string> => {
  expect(await ask(id, email, catalog.identity.proofCookie(email))).toMatchObject({ status: 201, body: { email } });
  return email;
};
const collection = () => catalog.database.collection('saleNotices');
const stored = (contestId: string) => collection().find({ contestId }).toArray();
const count = async (id: string): Promise<number> => (await catalog.call('GET', `/api/contests/${id}/sale-notices`)).body.count;
type Notice = { id: string; data: EventData<typeof saleStarted> };
const eventsTo = (email: string): Notice[] => (catalog.probe.ofType('sale.started') as Notice[]).filter(({ data }) => data.email === email);
const waitUntilDeleted = (contestId: string) => catalog.waitUntilGone('saleNotices', { contestId });
const eventIdsTo = (email: string): Set<string> => new Set(eventsTo(email).map(({ id }) => id));

describe('asking for a mail at the start of the sale', () => {
  test('when a proven address asks repeatedly and concurrently, then it waits once', async () => {
    const { id } = await announced();
    const email = newAddress();
    const cookie = catalog.identity.proofCookie(email);
    const responses = await Promise.all(Array.from({ length: 8 }, () => ask(id, email, cookie)));
    for (const response of responses) expect([response.status, response.body]).toEqual([201, { email }]);
    expect(await stored(id)).toEqual([expect.objectContaining({ contestId: id, email })]);
    expect(await count(id)).toBe(1);
  });

  test('when a signed-in customer with a proven address asks, then the address waits, whatever its case and width', async () => {
    const { id } = await announced();
    const cookie = await catalog.identity.sessionCookie({ email: 'mina@example.jp' });
    expect(await ask(id, ' Ｍina@Example.jp ', cookie)).toMatchObject({ status: 201, body: { email: 'mina@example.jp' } });
    expect(await stored(id)).toHaveLength(1);
  });

  test('when the address is not proven, then the request is refused and nothing is stored', async () => {
    const { id } = await announced();
    const email = newAddress();
    const cookies: Record<string, string | undefined> = {
      'no cookie': undefined,
      'the proof of another address': catalog.identity.proofCookie(newAddress()),
      'an expired proof': catalog.identity.proofCookie(email, -1),
      'a forged proof': catalog.identity.proofCookie(email).replace(/[^.]+$/, 'forged'),
      'an account that has not proven its address': await catalog.identity.sessionCookie({ email, emailProven: false }),
    };
    for (const [what, cookie] of Object.entries(cookies)) {
      const response = await ask(id, email, cookie);
      expect([what, response.status, response.body.code]).toEqual([what, 401, 'ProofRequired']);
    }
    expect(await stored(id)).toEqual([]);
  });

  test('when the contest is unknown, private or deleted, then it is not found; when it is on sale, the response says so', async () => {
    const email = newAddress();
    const cookie = catalog.identity.proofCookie(email);
    const [hidden, deleted, published] = [await catalog.contest(), await announced(), await catalog.contest({ videoPublished: true })];
    await catalog.call('DELETE', `/api/contests/${deleted.id}`);
    for (const id of ['unknown', hidden.id, deleted.id]) {
      const response = await ask(id, email, cookie);
      expect([response.status, response.body.code]).toEqual([404, 'NotFound']);
    }
    const response = await ask(published.id, email, cookie);
    expect([response.status, response.body.code]).toEqual([409, 'SaleAlreadyStarted']);
  });

  test.each([undefined, '', 'no address', 'a@b', { $ne: '' }])('when the address is %j, then the request is invalid', async (email) => {
    const { id } = await announced();
    expect((await ask(id, email, catalog.identity.proofCookie('taro@example.jp'))).status).toBe(400);
  });

  test('when a contest has the maximum number of addresses, then another is refused, and one that waits may repeat', async () => {
    const { id } = await announced();
    const email = await register(id);
    const [notice] = await stored(id);
    const others = Array.from({ length: MAX_SALE_NOTICES - 1 }, (_, index) => ({
      ...notice,
      _id: `${id}-${index}` as never,
      email: `${index}@example.jp`,
    }));
    await collection().insertMany(others);
    const late = newAddress();
    const response = await ask(id, late, catalog.identity.proofCookie(late));
    expect([response.status, response.body.code]).toEqual([409, 'SaleNoticesFull']);
    await register(id, email);
    await collection().deleteMany({ contestId: id });
  });

  test('when Redis is unavailable, then no proof is accepted, because it may have been ended', async () => {
    const proxy = await startTcpProxy(String(process.env['REDIS_URL']));
    const replica = await catalog.startReplica({ REDIS_URL: proxy.url });
    await proxy.cut();
    const { id } = await announced();
    const email = newAddress();
    const cookie = catalog.identity.proofCookie(email);
    const path = `/api/contests/${id}/sale-notices`;
    const response = await catalog.callAt(replica.url)('POST', path, { as: 'anonymous', body: { email }, headers: { cookie } });
    expect(response.status).toBe(503);
    await replica.stop();
  });

  test.each([
    ['anonymous', 401],
    ['customer', 403],
  ] as const)('when a caller (%s) asks how many addresses wait, then it is refused', async (as, status) => {
    const { id } = await announced();
    expect((await catalog.call('GET', `/api/contests/${id}/sale-notices`, { as })).status).toBe(status);
  });
});

describe('the publication of an announced contest', () => {
  test.each([
    ['the switch', { videoPublished: true }],
    ['its status, with another name', { sitePublicStatus: '公開', name: '新しい名前の大会' }],
  ])('when it is published by %s, then each address gets one event with the contest, and is deleted', async (_how, body) => {
    const { id } = await announced();
    const emails = [await register(id), await register(id), await register(id)];
    const { body: contest } = await patch(id, body);
    await waitUntilDeleted(id);
    for (const email of emails) {
      await waitUntil(() => eventsTo(email).length > 0, { what: 'the event' });
      expect(eventsTo(email).map(({ data }) => data)).toEqual([
        {
          ...{ email, contestName: contest.name, contestSlug: contest.slug, date: '2027年5月3日', location: '東京体育館' },
          expiresAt: expect.any(String),
        },
      ]);
    }
    expect(await count(id)).toBe(0);
  });

  test('when its scheduled time comes, then several replicas cause one event for each address', async () => {
    const replicas = [await catalog.startReplica(), await catalog.startReplica()];
    const { id } = await announced();
    const emails = await Promise.all(Array.from({ length: 20 }, () => register(id)));
    const soon = new Date(Date.now() + 1000).toISOString();
    await patch(id, { sitePublicStatus: '公開予約', scheduledPublishDate: soon });
    await waitUntilDeleted(id);
    for (const email of emails) {
      await waitUntil(() => eventsTo(email).length > 0, { what: 'the event' });
      expect(eventIdsTo(email).size).toBe(1);
    }
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  test('when several processes settle the same contest at once, then each address has one event', async () => {
    const { id, version } = await announced();
    const emails = Array.from({ length: 30 }, newAddress);
    for (const email of emails) await deps.saleNotices.add({ contestId: id, contestVersion: version, email, requestedAt: new Date() });
    await patch(id, { videoPublished: true });
    await Promise.all(Array.from({ length: 4 }, () => settleSaleNotices(deps)));
    await waitUntilDeleted(id);
    for (const email of emails) {
      await waitUntil(() => eventsTo(email).length > 0, { what: 'the event' });
      expect(eventIdsTo(email).size).toBe(1);
    }
  });

  test('when an address asks while the contest is being published, then it gets its event or is told that the sale has started', async () => {
    const { id } = await announced();
    const emails = Array.from({ length: 10 }, newAddress);
    const asking = emails.map(async (email) => ({ email, response: await ask(id, email, catalog.identity.proofCookie(email)) }));
    await patch(id, { videoPublished: true });
    for (const { email, response } of await Promise.all(asking)) {
      expect([201, 409]).toContain(response.status);
      if (response.status === 201) await waitUntil(() => eventsTo(email).length === 1, { what: 'the event' });
    }
    await waitUntilDeleted(id);
  });

  test('when the process crashes between the steps, then the next sweep continues and the event keeps its id', async () => {
    const { id, version } = await announced();
    const email = newAddress();
    const provenEmails = [email];
    // The request read the contest before the publication and stores the address after it.
    const late = {
      ...deps,
      contests: {
        ...deps.contests,
        find: async () => ({ ...(await deps.contests.find(id))!, isComingSoon: true, videoPublished: false, version }),
      },
    };
    await patch(id, { videoPublished: true });
    await requestSaleNotice(late, { contestId: id, email, provenEmails });
    await waitUntilDeleted(id);
    await waitUntil(() => eventsTo(email).length === 1, { what: 'the event' });

    // The relay published the event and crashed before it removed the document.
    const [event] = eventsTo(email);
    const claim = {
      outbox: [event],
      outboxDueAt: new Date(),
      announcedAt: new Date(),
      contestVersion: version + 1,
      requestedAt: new Date(),
    };
    await collection().insertOne({ _id: `again-${id}` as never, contestId: id, email, ...claim });
    await waitUntilDeleted(id);
    await waitUntil(() => eventsTo(email).length === 2, { what: 'the repeated event' });
    expect(eventIdsTo(email).size).toBe(1);
  });

  test('when the relay crashes just before it deletes an announced address, then the next sweep deletes it', async () => {
    const { id, version } = await catalog.contest({ videoPublished: true });
    const times = { requestedAt: new Date(), announcedAt: new Date() };
    await collection().insertOne({ _id: `left-${id}` as never, contestId: id, email: newAddress(), contestVersion: version, ...times });
    await settleSaleNotices(deps);
    expect(await stored(id)).toEqual([]);
  });
});

describe('an announcement that ends without a sale', () => {
  test.each([
    ['withdrawn', (id: string) => patch(id, { isComingSoon: false })],
    ['deleted', (id: string) => catalog.call('DELETE', `/api/contests/${id}`)],
  ])('when the contest is %s, then its addresses are deleted without an event', async (_how, end) => {
    const [contest, other] = [await announced(), await announced()];
    const email = await register(contest.id);
    await register(other.id);
    await end(contest.id);
    await waitUntilDeleted(contest.id);
    expect(eventsTo(email)).toEqual([]);
    expect(await stored(other.id)).toHaveLength(1);
  });

  test('when it is withdrawn and announced again, then only addresses from after that wait', async () => {
    const { id, version } = await announced();
    await register(id);
    await patch(id, { isComingSoon: false });
    await waitUntilDeleted(id);
    await patch(id, { isComingSoon: true });
    const email = await register(id);
    // A sweep that had read the contest before it was announced again.
    await deps.saleNotices.withdraw({ contestId: id, contestVersion: version + 1, keepsWaiting: false });
    expect(await stored(id)).toEqual([expect.objectContaining({ email })]);
  });

  test('when it is unpublished before its events are published, then they are not, and the address can ask again', async () => {
    const quiet = await startTestCatalog({ settings: { sweepEveryMs: 3_600_000 } });
    try {
      const store = await quiet.openDeps();
      const { id } = await quiet.contest();
      const change = (body: unknown) => quiet.call('PATCH', `/api/contests/${id}`, { body });
      await change({ isComingSoon: true });
      const email = newAddress();
      const published = (await change({ videoPublished: true })).body;
      // An event that no relay may publish yet, as while RabbitMQ is unavailable.
      const inAnHour = new Date(Date.now() + 3_600_000);
      await quiet.database.collection('saleNotices').insertOne({
        ...{ _id: 'waiting' as never, contestId: id, email, contestVersion: published.version, requestedAt: new Date() },
        ...{ announcedAt: new Date(), outbox: [{ id: 'event' }], outboxDueAt: inAnHour },
      });
      await change({ videoPublished: false });
      const again = (await change({ isComingSoon: true })).body;
      await requestSaleNotice(store, { contestId: id, email, provenEmails: [email] });
      const [notice] = await quiet.database.collection('saleNotices').find({ contestId: id }).toArray();
      expect(notice).toMatchObject({ email, contestVersion: again.version });
      expect(notice).not.toHaveProperty('outbox');
      await settleSaleNotices(store);
      expect(await store.saleNotices.countWaiting(id)).toBe(1);
    } finally {
      await quiet.stop();
    }
  });
});
