import { expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { eraseCustomer } from '../../src/domain/personal-data/erase-customer.ts';
import { startShopWithRepository } from '../support/repository.ts';
import { storedOrdersOf } from '../support/stored-orders.ts';

const shop = useService(() => startShopWithRepository());
const { createOrder } = storedOrdersOf(shop);

const pseudonym = 'erased-1@erased.invalid';
const at = new Date('2026-05-01T00:00:00Z');
const later = new Date('2100-01-01T00:00:00Z');
const paid = { 'payment.state': 'paid', 'payment.paidAt': at };

/** Orders of an address and orders that name it, before and after the request to erase it. */
const createOrders = async (email: string) => {
  const mails = [{ eventId: 'e', mailId: 'm', causedBy: 'c', template: 't', recipient: email, state: 'sent', at }];
  const task = { id: 't', kind: 'mailRejected', createdAt: at, text: `550 <${email}>`, email, mails: [], closedAt: null, note: null };
  const followUp = { tasks: [task], reminders: [], received: null, isSilent: false };
  return {
    own: await createOrder({ ...paid, email, mails }),
    ownLater: await createOrder({ ...paid, email, createdAt: later }),
    cancelled: await createOrder({ 'payment.state': 'cancelled', email }),
    cancelledLater: await createOrder({ 'payment.state': 'cancelled', email, createdAt: later }),
    mailed: await createOrder({ ...paid, mails }),
    mailedUnpaid: await createOrder({ mails }),
    inTask: await createOrder({ ...paid, followUp }),
    ofAnother: await createOrder(paid),
  };
};

test('when an address is erased, then its orders until then are silent or forgotten, and other paid orders no longer name it', async () => {
  const email = shop.newEmail();
  const numbers = await createOrders(email);
  const remembered: unknown[] = [];
  const erasures = { remember: async (erasure: unknown) => void remembered.push(erasure), find: async () => undefined };
  const before = await shop.storedOrder(numbers.ofAnother);

  const requestedAt = new Date().toISOString();
  await eraseCustomer(shop.depsWith({ erasures }), { email, pseudonym, requestedAt });

  const { own, ownLater, cancelled, cancelledLater, mailed, mailedUnpaid, inTask, ofAnother } = numbers;
  expect(remembered).toEqual([{ email, pseudonym, requestedAt: new Date(requestedAt) }]);
  expect(await shop.storedOrder(own)).toMatchObject({ email, mails: [{ recipient: email }], followUp: { isSilent: true } });
  expect(await shop.storedOrder(ownLater)).not.toHaveProperty('followUp');
  expect(await shop.storedOrder(cancelled)).toMatchObject({ email: '', customerName: '' });
  expect(await shop.storedOrder(cancelledLater)).toMatchObject({ email });
  expect(await shop.storedOrder(mailed)).toMatchObject({ mails: [{ recipient: pseudonym }] });
  expect(await shop.storedOrder(mailedUnpaid)).toMatchObject({ mails: [{ recipient: email }] });
  expect(JSON.stringify((await shop.storedOrder(inTask)).followUp)).not.toContain(email);
  expect(await shop.storedOrder(ofAnother)).toEqual(before);
});
