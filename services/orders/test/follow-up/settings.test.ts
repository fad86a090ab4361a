import { expect, test } from '@jest/globals';
import { adminActed, type ShopSettings } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());
const path = '/api/orders/settings';
const read = async () => (await shop.call({ path, cookie: await shop.identity.adminCookie() })).body as unknown as ShopSettings;
const put = async (body: object) => shop.call({ method: 'PUT', path, body, cookie: await shop.identity.adminCookie() });

test('when nobody has changed the settings, everything is on; of two changes to one version one is stored and audited', async () => {
  const initial = await read();
  const on = { dailySummary: true, rejectedMailTask: true, claimReminder: true, expiryReminder: true, deliveryFeedback: true };
  expect(initial).toEqual({ ...on, version: 0 });
  expect((await put(initial)).body).toEqual(initial);

  const responses = await Promise.all([put({ ...initial, claimReminder: false }), put({ ...initial, claimReminder: false })]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 409)!.body.code).toBe('SettingsChangedMeanwhile');
  expect(await read()).toEqual({ ...on, claimReminder: false, version: 1 });

  expect((await put({ ...initial, dailySummary: false })).status).toBe(409);
  expect((await put({ ...initial, claimReminder: false })).status).toBe(409);
  expect((await put({ ...initial, claimReminder: false, dailySummary: false, version: 1 })).body).toMatchObject({ version: 2 });
  const entries = await waitUntil(
    () => {
      const found = shop.probe.ofType('admin.acted').map(({ data }) => adminActed.schema.parse(data));
      const changes = found.filter(({ action }) => action === 'shop.settings-changed');
      return changes.length === 2 && changes;
    },
    { what: 'both audit entries' },
  );
  expect(entries).toMatchObject([
    { target: { type: 'settings', label: '通知の設定' }, before: { claimReminder: true }, after: { claimReminder: false } },
    { before: { dailySummary: true }, after: { dailySummary: false } },
  ]);
});

test('when the body is incomplete, it is refused; when a stored setting is missing, it is on', async () => {
  expect((await put({ version: 2 })).status).toBe(400);
  await shop.mongo.collection<{ _id: string }>('settings').updateOne({ _id: 'shop' }, { $unset: { claimReminder: '' } });
  expect(await read()).toMatchObject({ claimReminder: true, dailySummary: false, version: 2 });
});
