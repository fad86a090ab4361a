import { describe, expect, test } from '@jest/globals';
import { sellerSchema } from '@stagereel/contracts';
import { loadOrdersConfig } from './config.ts';
import { shopInfoOf } from './seller-config.ts';

const services = { CATALOG_URL: 'http://catalog:3000', IDENTITY_URL: 'http://identity:3000', MEDIA_URL: 'http://media:3000' };
const load = (env: Record<string, string>) => loadOrdersConfig({ ...services, ...env });
const shopOf = (env: Record<string, string>) => shopInfoOf(load(env));

const ownSeller = {
  SELLER_NAME: '合同会社ステージ',
  SELLER_REPRESENTATIVE: '佐藤 花子',
  SELLER_ADDRESS: '東京都千代田区1-1-1',
  SELLER_PHONE: '03-1234-5678',
  SELLER_EMAIL: 'info@stage.example.jp',
};

describe('the seller', () => {
  test('when nothing is set, then it is the example, with every field', () => {
    const { seller, isExample } = shopOf({});
    expect(isExample).toBe(true);
    for (const value of Object.values(sellerSchema.parse(seller))) expect(value).toBeTruthy();
    expect(seller.registrationNumber).toMatch(/^T\d{13}$/);
  });

  test('when every field is set, then it is the shop’s own seller (customer 2.52)', () => {
    expect(shopOf({ ...ownSeller, INVOICE_REGISTRATION_NUMBER: 'T7000012050002' })).toEqual({
      isExample: false,
      seller: {
        name: '合同会社ステージ',
        representative: '佐藤 花子',
        address: '東京都千代田区1-1-1',
        phone: '03-1234-5678',
        email: 'info@stage.example.jp',
        registrationNumber: 'T7000012050002',
      },
    });
  });

  test('when every field except the number is set, then there is no number, not that of the example', () => {
    expect(shopOf(ownSeller)).toMatchObject({ isExample: false, seller: { registrationNumber: null } });
    expect(shopOf({ ...ownSeller, INVOICE_REGISTRATION_NUMBER: '' }).seller.registrationNumber).toBeNull();
  });

  test.each(Object.keys(ownSeller))('when only %s is not set, then the seller is an example without a number', (name) => {
    expect(shopOf({ ...ownSeller, [name]: '' })).toMatchObject({ isExample: true, seller: { registrationNumber: null } });
  });

  test.each([
    ['SELLER_NAME', '二行の\n名前'],
    ['SELLER_NAME', '社'.repeat(101)],
    ['SELLER_REPRESENTATIVE', 'a\u0000b'],
    ['SELLER_ADDRESS', '東京都\u2028千代田区'],
    ['SELLER_PHONE', 'お電話ください'],
    ['SELLER_PHONE', '110'],
    ['SELLER_EMAIL', 'info@'],
    ['SELLER_EMAIL', 'a@b.example\r\nBcc: c@d.example'],
    ['INVOICE_REGISTRATION_NUMBER', 'T700001205000'],
    ['INVOICE_REGISTRATION_NUMBER', 'T7-0000-1205-0002'],
    ['INVOICE_REGISTRATION_NUMBER', '7000012050002'],
  ])('when %s is %j, then loading fails and the error names the variable', (name, value) => {
    expect(() => load({ ...ownSeller, [name]: value })).toThrow(`${name}: must be`);
  });
});
