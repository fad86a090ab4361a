import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { buildContest } from '../support/public-contests.ts';
import { type ChangingCatalog, startChangingCatalog } from '../support/public-reads.ts';

const contest = buildContest();
/** Addresses at which a visitor sees a public contest, and the text that names it there. */
const PLACES = [
  { path: '/api/contests', name: contest.name },
  { path: '/api/contests/c1', name: contest.name },
  { path: '/', name: contest.name },
  { path: `/order-form/${encodeURIComponent(contest.slug)}`, name: contest.name },
  { path: '/sitemap.xml', name: encodeURIComponent(contest.slug) },
];
const LATEST_MS = 1000;

let gateway: TestGateway;
let catalog: ChangingCatalog;
beforeAll(async () => {
  gateway = await startTestGateway({ maxRequests: 1_000_000 });
  catalog = startChangingCatalog(gateway);
});
afterEach(() => catalog.respond());
afterAll(() => gateway.stop());

const isNamed = async ({ path, name }: (typeof PLACES)[number]): Promise<boolean> => {
  const accept = path.startsWith('/api') ? 'application/json' : 'text/html';
  return (await (await gateway.get(path, { accept })).text()).includes(name);
};

test.each(PLACES)(
  'when a contest is unpublished while visitors read, then no read of $path that begins a second later names it',
  async (place) => {
    catalog.change('c1', { value: contest, isPublic: true });
    await waitUntil(() => isNamed(place));
    catalog.change('c1', { isPublic: false });
    const changedAt = performance.now();
    const readUntilNew = () =>
      waitUntil(
        async () => {
          const isLate = performance.now() - changedAt > LATEST_MS;
          const named = await isNamed(place);
          if (isLate) expect(named).toBe(false);
          return !named;
        },
        { everyMs: 5 },
      );
    await Promise.all([readUntilNew(), readUntilNew(), readUntilNew()]);
  },
);

test('when the service responds slowly, then a read that begins a second after its state was read receives a newer state', async () => {
  const path = '/api/contests/slow';
  catalog.change('slow', { value: 'old' });
  const release = catalog.holdResponses();
  const before = catalog.received.length;
  const read = async (): Promise<unknown> => (await gateway.get(path)).json();
  const early = read();
  await waitUntil(() => catalog.received.length > before);
  catalog.change('slow', { value: 'new' });
  const changedAt = performance.now();
  await waitUntil(() => performance.now() - changedAt > LATEST_MS);
  const late = Promise.all([read(), read(), read()]);
  // These were sent later, so by now the late reads have arrived.
  await Promise.all(Array.from({ length: 5 }, () => gateway.get('/robots.txt')));
  expect(catalog.received.length - before).toBe(1);
  release();
  expect([await early, await late]).toEqual(['old', ['new', 'new', 'new']]);
  expect(catalog.received.length - before).toBe(2);
});
