import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ShopInfo, shopInfoSchema } from '@stagereel/contracts';
import { type Shop, startShop } from './support/shop.ts';

const SELLER = {
  SELLER_NAME: '合同会社ステージ',
  SELLER_REPRESENTATIVE: '佐藤 花子',
  SELLER_ADDRESS: '東京都千代田区1-1-1',
  SELLER_PHONE: '03-1234-5678',
  SELLER_EMAIL: 'info@stage.example.jp',
};
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ env: SELLER });
});
afterAll(() => shop.stop());

test('when anybody asks who sells, then the settings answer, and browsers may keep that for some minutes', async () => {
  const { status, headers, body } = await shop.call({ path: '/api/shop' });
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(headers.get('set-cookie')).toBeNull();
  const info: ShopInfo = shopInfoSchema.parse(body);
  expect(info).toEqual({
    isExample: false,
    seller: {
      name: '合同会社ステージ',
      representative: '佐藤 花子',
      address: '東京都千代田区1-1-1',
      phone: '03-1234-5678',
      email: 'info@stage.example.jp',
      registrationNumber: null,
    },
  });
});
