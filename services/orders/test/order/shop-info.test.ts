import { expect, test } from '@jest/globals';
import { shopInfoSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { shopInfoOf } from '../../src/seller-config.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop({ settings: { SELLER_NAME: '合同会社ステージ' } }));

test('when the seller is requested, then the configured one is returned, cacheable for some minutes (customer 2.52)', async () => {
  const { status, headers, body } = await shop.call({ path: '/api/shop' });
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(headers.get('set-cookie')).toBeNull();
  const info = shopInfoSchema.parse(body);
  expect(info).toEqual(shopInfoOf(shop.config));
  expect(info).toMatchObject({ isExample: true, seller: { name: '合同会社ステージ', registrationNumber: null } });
});
