import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  adminLineListSchema,
  claimResponseSchema,
  customerLineListSchema,
  customerLineSchema,
  downloadPageSchema,
  flaggedPaymentListSchema,
  mailResentSchema,
  orderDeliveredResponseSchema,
  orderLookupResponseSchema,
  orderStatusPageSchema,
  orderTimelineSchema,
  paymentConfirmationResponseSchema,
  paymentIntentResponseSchema,
  receiptPageSchema,
  receiptSchema,
  salesSummarySchema,
  shopInfoSchema,
} from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import type { z } from 'zod';
import { itemOf } from '../support/catalog.ts';
import { newBrowser } from '../support/deliveries.ts';
import { startShop } from '../support/shop.ts';

// Production serialises responses by compiled schemas, tests by the schemas themselves. Both results must be equal.
const shop = useService(() => startShop({ nodeEnv: 'production' }));

const expectContract = (schema: z.ZodType, body: unknown): void => {
  expect(schema.parse(body)).toEqual(body);
};

test('when an order is bought, delivered and downloaded, then every response matches its contract (customer 3.7)', async () => {
  const items = [itemOf('1'), itemOf('2')];
  const { email, number, intent, lines } = await shop.buy({ items });
  expectContract(paymentIntentResponseSchema, intent);
  expectContract(customerLineListSchema, lines);
  expect(lines).toHaveLength(2);
  const one = await shop.postOrders({ email, body: shop.recordOf(intent, items[0]) });
  expectContract(customerLineSchema, one.body);
  expect(one.body).toEqual(lines[0]);

  const cookie = await shop.identity.adminCookie();
  const body = { downloadUrls: { [`${number}-01`]: 'https://videos.example/1', [`${number}-02`]: 'https://videos.example/2' } };
  const delivered = await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body });
  expectContract(orderDeliveredResponseSchema, delivered.body);
  expectContract(adminLineListSchema, (await shop.call({ path: '/api/orders', cookie })).body);

  const post = (path: string, body?: object) => shop.call({ method: 'POST', path: `/api/orders/${number}/${path}`, cookie, body });
  expectContract(orderTimelineSchema, (await shop.call({ path: `/api/orders/${number}/life`, cookie })).body);
  expectContract(mailResentSchema, (await post('mails', { template: 'order-delivery' })).body);
  expectContract(orderTimelineSchema, (await post(`lines/${number}-02/decline`, { reason: '収録できず' })).body);
  expectContract(adminLineListSchema, (await shop.call({ path: '/api/orders', cookie })).body);
  expectContract(salesSummarySchema, (await shop.call({ path: '/api/orders/sales', cookie })).body);
  expectContract(flaggedPaymentListSchema, (await shop.call({ path: '/api/orders/flagged', cookie })).body);

  const page = `/api${delivered.body.downloadPath}`;
  expectContract(downloadPageSchema, (await shop.call({ path: page })).body);
  expectContract(claimResponseSchema, (await shop.call({ method: 'POST', path: `${page}/${number}-01/claim`, cookie: newBrowser() })).body);

  expectContract(orderStatusPageSchema, (await shop.call({ path: `/api${lines[0]!.statusPath}` })).body);

  const customer = await shop.identity.sessionCookie({ email });
  expectContract(customerLineListSchema, (await shop.call({ path: '/api/user/orders', cookie: customer })).body);
  const path = '/api/send-payment-confirmation';
  const confirmation = await shop.call({ method: 'POST', path, cookie: shop.identity.proofCookie(email), body: { orderNumber: number } });
  expectContract(paymentConfirmationResponseSchema, confirmation.body);

  const receipt = {
    path: `${page}/receipt`,
    body: { key: randomUUID(), addressee: '株式会社見本', honorific: '御中', proviso: '動画制作代として' },
  };
  expectContract(receiptPageSchema, (await shop.call({ path: receipt.path })).body);
  expectContract(receiptSchema, (await shop.call({ method: 'POST', ...receipt })).body);
  expectContract(receiptPageSchema, (await shop.call({ path: receipt.path })).body);
  const lookup = await shop.call({ method: 'POST', path: '/api/orders/lookup', body: { orderNumber: number, email } });
  expectContract(orderLookupResponseSchema, lookup.body);
  expectContract(shopInfoSchema, (await shop.call({ path: '/api/shop' })).body);
});

test('when a request is refused, then the response has code, message and the details for the screen', async () => {
  const refused = await shop.openPayment({ email: shop.newEmail(), items: [itemOf('404')] });
  expect(refused.body).toEqual({
    code: 'ItemsUnavailable',
    message: expect.stringMatching(/。$/),
    refused: [{ index: 0, code: 'AthleteNotFound', message: 'この選手は見つかりませんでした。' }],
  });
  const email = shop.newEmail();
  const { body: intent } = await shop.openPayment({ email });
  const unpaid = await shop.postOrders({ email, body: shop.recordOf(intent) });
  expect(unpaid.body).toEqual({ code: 'PaymentRequired', message: 'お支払いがまだ完了していません。', orderNumber: intent.orderNumber });
});

test('when the gateway reads the OpenAPI document, then every public route is in it', async () => {
  const { status, body } = await shop.call({ path: '/internal/openapi.json', headers: { 'x-internal-token': shop.config.INTERNAL_TOKEN } });
  expect(status).toBe(200);
  const { paths } = body as unknown as { paths: Record<string, Record<string, object>> };
  const routes = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(routes.sort()).toEqual([
    'get /api/admin/today',
    'get /api/download/{pageId}',
    'get /api/download/{pageId}/receipt',
    'get /api/order-status/{token}',
    'get /api/orders',
    'get /api/orders/export',
    'get /api/orders/flagged',
    'get /api/orders/sales',
    'get /api/orders/sales/export',
    'get /api/orders/settings',
    'get /api/orders/{orderNumber}/life',
    'get /api/orders/{orderNumber}/receipt',
    'get /api/shop',
    'get /api/user/orders',
    'get /internal/open-orders',
    'get /internal/personal-data',
    'patch /api/orders/complete/{orderNumber}',
    'patch /api/orders/{orderNumber}/customer',
    'post /api/admin/orders/{orderNumber}/recall',
    'post /api/admin/orders/{orderNumber}/tasks/{taskId}/close',
    'post /api/admin/orders/{orderNumber}/tasks/{taskId}/resend',
    'post /api/create-payment-intent',
    'post /api/download/{pageId}/receipt',
    'post /api/download/{pageId}/{lineId}/claim',
    'post /api/order-status/{token}/problems',
    'post /api/order-status/{token}/received',
    'post /api/orders',
    'post /api/orders/lookup',
    'post /api/orders/{orderNumber}/deliver',
    'post /api/orders/{orderNumber}/deliver-ready',
    'post /api/orders/{orderNumber}/extend',
    'post /api/orders/{orderNumber}/lines/{lineId}/decline',
    'post /api/orders/{orderNumber}/lines/{lineId}/re-arm',
    'post /api/orders/{orderNumber}/mails',
    'post /api/orders/{orderNumber}/receipt',
    'post /api/orders/{orderNumber}/reopen',
    'post /api/send-payment-confirmation',
    'post /api/stripe/webhook',
    'post /internal/video-needs',
    'put /api/admin/orders/{orderNumber}/lines/{lineId}/video',
    'put /api/orders/settings',
  ]);
});
