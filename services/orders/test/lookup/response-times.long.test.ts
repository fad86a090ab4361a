import { expect, test } from '@jest/globals';
import { measureMedianTimes, useService } from '@stagereel/service-kit/testing';
import { openLookups } from '../support/lookups.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop({ settings: { lookupsPerAddressHour: 100_000, lookupsPerNetworkHour: 100_000 } }));
const lookups = useService(() => openLookups(shop));

const MAX_DIFFERENCE = 0.05;

test('when orders are looked up, then the medians of 500 requests with a known and with an unknown address differ by less than 5 %', async () => {
  const { email, number: orderNumber } = await shop.buy();
  const lookUp = (address: string) => async () => expect((await lookups.lookUp({ orderNumber, email: address })).status).toBe(202);
  const times = await measureMedianTimes({
    known: { request: lookUp(email) },
    unknown: { request: lookUp(shop.newEmail()) },
    maxDifference: MAX_DIFFERENCE,
  });
  console.info('Median times of an order lookup', times);
  expect(times.difference).toBeLessThan(MAX_DIFFERENCE);
}, 1_200_000);
