import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { openLookups } from '../support/lookups.ts';
import { type ShopResponse, startShop } from '../support/shop.ts';

const shop = useService(() => startShop());
const lookups = useService(() => openLookups(shop));

let networks = 0;
const newIp = (): string => {
  networks += 1;
  return `198.51.100.${networks}`;
};
const unknown = { orderNumber: '00000000' };

const expectRefused = ({ status, headers, body }: ShopResponse): void => {
  expect(body).toEqual({ code: 'LookupLimitReached', message: '照会の回数が上限に達しました。1時間ほど待ってからお試しください。' });
  expect(status).toBe(429);
  const retryAfter = Number(headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(3500);
  expect(retryAfter).toBeLessThanOrEqual(3600);
};

describe('the lookup limit of an address', () => {
  test('when a sixth lookup from a network arrives within an hour, then it is refused and no mail is sent; the owner elsewhere gets one', async () => {
    const { email, number } = await shop.buy();
    const ip = newIp();
    for (let time = 0; time < 5; time += 1) {
      expect((await lookups.lookUp({ orderNumber: number, email, ip })).status).toBe(202);
    }
    expectRefused(await lookups.lookUp({ orderNumber: number, email: email.toUpperCase(), ip }));
    await lookups.waitUntilProcessed();
    expect(lookups.linkEvents(number)).toHaveLength(5);
    expect((await lookups.lookUp({ orderNumber: number, email, ip: newIp() })).status).toBe(202);
  });

  test('when lookups come from many networks, then four times as many are accepted as from one of them', async () => {
    const email = shop.newEmail();
    for (let time = 0; time < 20; time += 1) expect((await lookups.lookUp({ ...unknown, email, ip: newIp() })).status).toBe(202);
    expectRefused(await lookups.lookUp({ ...unknown, email, ip: newIp() }));
  });

  test('when the address has no order, then its lookups are counted and refused the same way', async () => {
    const [email, ip] = [shop.newEmail(), newIp()];
    for (let time = 0; time < 5; time += 1) expect((await lookups.lookUp({ ...unknown, email, ip })).status).toBe(202);
    expectRefused(await lookups.lookUp({ ...unknown, email, ip }));
  });

  test('when twenty lookups arrive concurrently, then five are accepted', async () => {
    const [email, ip] = [shop.newEmail(), newIp()];
    const responses = await Promise.all(Array.from({ length: 20 }, () => lookups.lookUp({ ...unknown, email, ip })));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
  });
});

describe('the lookup limit of a network', () => {
  test('when a twenty-first lookup within an hour arrives, for any address, then it is refused; other networks are not', async () => {
    const ip = newIp();
    for (let time = 0; time < 20; time += 1) {
      expect((await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip })).status).toBe(202);
    }
    expectRefused(await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip }));
    expect((await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip: newIp() })).status).toBe(202);
  });

  test('when a network has reached its limit, then its further lookups do not count for an address', async () => {
    const ip = newIp();
    const email = shop.newEmail();
    for (let time = 0; time < 20; time += 1) await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip });
    for (let time = 0; time < 6; time += 1) expectRefused(await lookups.lookUp({ ...unknown, email, ip }));
    expect((await lookups.lookUp({ ...unknown, email, ip: newIp() })).status).toBe(202);
  });

  test('when a client changes its address within its /64, then it is the same network', async () => {
    const responses = [];
    for (let time = 0; time < 21; time += 1) {
      responses.push(await lookups.lookUp({ ...unknown, email: shop.newEmail(), ip: `2001:db8:1:2::${(time + 1).toString(16)}` }));
    }
    expect(responses.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(202));
    expectRefused(responses[20]!);
  });
});
