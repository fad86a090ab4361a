import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
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

let gateway: TestGateway;
let catalog: ChangingCatalog;
beforeAll(async () => {
  gateway = await startTestGateway({ maxRequests: 1_000_000 });
  catalog = await startChangingCatalog(gateway);
});
beforeEach(() => catalog.write('c1', { value: contest, isPublic: true }));
afterAll(async () => {
  await catalog.stop();
  await gateway.stop();
});

const isNamed = async ({ path, name }: (typeof PLACES)[number]): Promise<boolean> => {
  const accept = path.startsWith('/api') ? 'application/json' : 'text/html';
  return (await (await gateway.get(path, { accept })).text()).includes(name);
};
// Spreads readers and writers over time; no assertion depends on its length.
const soon = (): Promise<void> => pause(Math.random() * 4);

test.each(PLACES)('when a contest is no longer public, then $path does not name it any more', async (place) => {
  await waitUntil(() => isNamed(place));
  await catalog.write('c1', { isPublic: false });
  expect(await isNamed(place)).toBe(false);
});

test('when a contest is published and unpublished while visitors read, then no read that begins after a change was acknowledged shows the state before it', async () => {
  const CHANGES = 30;
  catalog.delayResponses(soon);
  /** `isPublic` is undefined while a write runs. Each change creates a new object, so a read during which it changed is recognised. */
  let acknowledged: { isPublic: boolean | undefined; count: number } = { isPublic: true, count: 0 };
  let isRunning = true;
  const wrong: unknown[] = [];
  const seen = new Map(PLACES.map(({ path }) => [path, new Set<boolean>()]));

  const change = async (): Promise<void> => {
    for (let count = 1; count <= CHANGES; count += 1) {
      acknowledged = { isPublic: undefined, count };
      const isPublic = count % 2 === 0;
      await catalog.write('c1', { isPublic }, soon);
      acknowledged = { isPublic, count };
      // At the end, each place is read in both states.
      if (count > CHANGES - 2) await waitUntil(() => [...seen.values()].every((states) => states.has(isPublic)));
      else await pause(Math.random() * 40);
    }
  };
  const readAgain = async (place: (typeof PLACES)[number]): Promise<void> => {
    while (isRunning) {
      const before = acknowledged;
      const named = await isNamed(place);
      if (before.isPublic === undefined || before !== acknowledged) continue;
      seen.get(place.path)?.add(before.isPublic);
      // A page that would have to wait for long is sent without contests.
      const isAllowed = named === before.isPublic || (!named && !place.path.startsWith('/api'));
      if (!isAllowed) wrong.push({ path: place.path, ...before });
    }
  };
  const readers = PLACES.flatMap((place) => [readAgain(place), readAgain(place)]);
  await change();
  isRunning = false;
  await Promise.all(readers);
  expect(wrong).toEqual([]);
});
