import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { shopInfoSchema } from '@stagereel/contracts';
import { shopInfoOf } from '../src/seller-config.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ env: { SELLER_NAME: '合同会社ステージ' } });
});
afterAll(() => shop.stop());

test('when anybody asks who sells, then the settings answer, and browsers may keep that for some minutes', async () => {
  const { status, headers, body } = await shop.call({ path: '/api/shop' });
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(headers.get('set-cookie')).toBeNull();
  const info = shopInfoSchema.parse(body);
  expect(info).toEqual(shopInfoOf(shop.config));
  expect(info).toMatchObject({ isExample: true, seller: { name: '合同会社ステージ', registrationNumber: null } });
});
