import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimDownload } from '../src/domain/claim-download.ts';
import type { Order } from '../src/domain/order.ts';
import type { OrderStore } from '../src/domain/ports.ts';
import { FREE, itemOf } from './support/catalog.ts';
import { deliver, pageIdOf } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { startShopWithRepository } from './support/repository.ts';
import type { Shop } from './support/shop.ts';

// What happens between a claim's look at the order and its write, made to happen exactly there: by the repository itself, on the real database.
let shop: Shop;
let orders: OrderStore;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ shop, orders, stop } = await startShopWithRepository());
});
afterAll(() => stop());

const delivered = async () => {
  const { number, intent } = await shop.buy();
  return { number, intentId: intent.paymentIntentId, pageId: pageIdOf(await deliver({ shop, number })) };
};
type Delivered = Awaited<ReturnType<typeof delivered>>;

/** A claim between whose look and write something else happens. */
const claimAround = ({
  order,
  meanwhile,
  browser,
}: {
  order: Delivered;
  meanwhile: (seen: Order) => Promise<unknown>;
  browser: string;
}) => {
  let isFirstLook = true;
  const findByPage: OrderStore['findByPage'] = async (pageId) => {
    const seen = await orders.findByPage(pageId);
    if (isFirstLook && seen) {
      isFirstLook = false;
      await meanwhile(seen);
    }
    return seen;
  };
  // Outside links need no ticket.
  const videos = { openTicket: async () => null };
  const deps = { orders: { findByPage, claimLine: orders.claimLine }, videos, now: () => new Date() };
  return claimDownload(deps, { pageId: order.pageId, lineNumber: `${order.number}-01`, browser });
};

const claimOf = async (number: string) => (await shop.stored(number)).lines[0]!.claim;

describe('between a claim’s look and its write', () => {
  test('when the last yen is given back, then the claim is refused and nothing is claimed', async () => {
    const order = await delivered();
    const refund = () => orders.raiseRefund({ intentId: order.intentId, refundedAmount: 5000 });
    await expect(claimAround({ order, meanwhile: refund, browser: 'late' })).rejects.toMatchObject({ code: 'DownloadRefunded' });
    expect(await claimOf(order.number)).toBeUndefined();
  });

  test('when a dispute is lost, then the claim is refused and nothing is claimed', async () => {
    const order = await delivered();
    const lose = () => orders.noteDispute({ intentId: order.intentId, dispute: { openedAt: new Date(), outcome: 'lost' } });
    await expect(claimAround({ order, meanwhile: lose, browser: 'late' })).rejects.toMatchObject({ code: 'DownloadChargedBack' });
    expect(await claimOf(order.number)).toBeUndefined();
  });

  test('when a part is given back, then the claim goes through', async () => {
    const order = await delivered();
    const refund = () => orders.raiseRefund({ intentId: order.intentId, refundedAmount: 4999 });
    expect(await claimAround({ order, meanwhile: refund, browser: 'mine' })).toMatchObject({ url: 'https://videos.example/1' });
    expect(await claimOf(order.number)).toMatchObject({ browser: 'mine' });
  });

  test('when the only other line is declined, then the claim of the free video goes through', async () => {
    const { number } = await shop.buy({ items: [itemOf(FREE), itemOf('1')] });
    const order = { number, intentId: '', pageId: pageIdOf(await deliver({ shop, number, lines: 2 })) };
    const declineOther = () => deskOf(() => shop).decline(number, '02');
    expect(await claimAround({ order, meanwhile: declineOther, browser: 'mine' })).toMatchObject({ url: 'https://videos.example/1' });
    expect(await claimOf(number)).toMatchObject({ browser: 'mine' });
  });

  test('when another browser claims the video, then it alone has it', async () => {
    const order = await delivered();
    const faster = () => claimAround({ order, meanwhile: async () => undefined, browser: 'faster' });
    const slower = claimAround({ order, meanwhile: faster, browser: 'slower' });
    await expect(slower).rejects.toMatchObject({ code: 'DownloadClaimedElsewhere' });
    expect(await claimOf(order.number)).toMatchObject({ browser: 'faster' });
  });

  test('when the same browser claims it by a second click, then both get it until the same time', async () => {
    const order = await delivered();
    const untils: Date[] = [];
    const firstClick = async () => {
      untils.push((await claimAround({ order, meanwhile: async () => undefined, browser: 'mine' })).until);
    };
    untils.push((await claimAround({ order, meanwhile: firstClick, browser: 'mine' })).until);
    expect(untils[1]).toEqual(untils[0]);
  });
});
