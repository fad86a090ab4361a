import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Lookups, openLookups } from './support/lookups.ts';
import { type Answer, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
let lookups: Lookups;
beforeAll(async () => {
  shop = await startShop();
  lookups = await openLookups(shop);
});
afterAll(async () => {
  await lookups.close();
  await shop.stop();
});

let networks = 0;
const newIp = (): string => {
  networks += 1;
  return `198.51.100.${networks}`;
};
const unknown = { orderNumber: '00000000' };

const expectRefused = ({ status, headers, body }: Answer): void => {
  expect(body).toEqual({ code: 'LookupLimitReached', message: '照会の回数が上限に達しました。1時間ほど待ってからお試しください。' });
  expect(status).toBe(429);
  const retryAfter = Number(headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(3500);
  expect(retryAfter).toBeLessThanOrEqual(3600);
};

describe('look-ups of an address', () => {
  test('when the sixth within an hour comes, from wherever, then it is refused and no mail goes out', async () => {
    const { email, number } = await shop.buy();
    for (let time = 0; time < 5; time += 1) {
      expect((await lookups.lookUp({ orderNumber: number, email, ip: newIp() })).status).toBe(202);
    }
    expectRefused(await lookups.lookUp({ orderNumber: number, email: email.toUpperCase(), ip: newIp() }));
    await lookups.untilDone();
    expect(lookups.linkEvents(number)).toHaveLength(5);
  });

  test('when the address has no order, then it is counted and refused alike', async () => {
    const email = shop.newEmail();
    for (let time = 0; time < 5; time += 1) expect((await lookups.lookUp({ ...unknown, email, ip: newIp() })).status).toBe(202);
    expectRefused(await lookups.lookUp({ ...unknown, email, ip: newIp() }));
  });

  test('when twenty come at once, then five pass', async () => {
    const email = shop.newEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => lookups.lookUp({ ...unknown, email, ip: newIp() })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

describe('look-ups from a network', () => {
  test('when the twenty-first within an hour comes, for whatever address, then it is refused; others may go on', async () => {
    const ip = newIp();
    for (let time = 0; time < 20; time += 1) {
      expect((await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip })).status).toBe(202);
    }
    expectRefused(await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip }));
    expect((await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip: newIp() })).status).toBe(202);
  });

  test('when it has used up its share, then its further tries take nothing from an address', async () => {
    const ip = newIp();
    const email = shop.newEmail();
    for (let time = 0; time < 20; time += 1) await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip });
    for (let time = 0; time < 6; time += 1) expectRefused(await lookups.lookUp({ ...unknown, email, ip }));
    expect((await lookups.lookUp({ ...unknown, email, ip: newIp() })).status).toBe(202);
  });

  test('when a household changes its address within its /64, then it is still the same', async () => {
    const answers = [];
    for (let time = 0; time < 21; time += 1) {
      answers.push(await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip: `2001:db8:1:2::${(time + 1).toString(16)}` }));
    }
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(202));
    expectRefused(answers[20]!);
  });
});
