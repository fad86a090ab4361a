import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { claimDownload } from '../../src/domain/download/claim-download.ts';
import type { Order } from '../../src/domain/order/order.ts';
import type { OrderStore } from '../../src/domain/order/order-store.ts';
import { adminOf } from '../support/admin.ts';
import { FREE_ATHLETE, itemOf } from '../support/catalog.ts';
import { deliver, pageIdOf } from '../support/deliveries.ts';
import { startShopWithRepository } from '../support/repository.ts';

const shop = useService(() => startShopWithRepository());

const buyAndDeliver = async () => {
  const { number, intent } = await shop.buy();
  return { number, intentId: intent.paymentIntentId, pageId: pageIdOf(await deliver({ shop, number })) };
};

type ClaimDuring = {
  order: Awaited<ReturnType<typeof buyAndDeliver>>;
  browser: string;
  /** Runs after the claim has read the order and before it writes. */
  meanwhile?: (found: Order) => Promise<unknown>;
};

const claimDuring = ({ order, browser, meanwhile = async () => undefined }: ClaimDuring) => {
  let isFirstRead = true;
  const findByPage: OrderStore['findByPage'] = async (pageId) => {
    const found = await shop.repository.findByPage(pageId);
    if (isFirstRead && found) {
      isFirstRead = false;
      await meanwhile(found);
    }
    return found;
  };
  const deps = shop.depsWith({ orders: { ...shop.repository, findByPage } });
  return claimDownload(deps, { pageId: order.pageId, lineNumber: `${order.number}-01`, browser });
};

const storedClaim = async (number: string) => (await shop.storedOrder(number)).lines[0]!.claim;

describe('a change between the read and the write of a claim', () => {
  test('when the whole price is refunded, then the claim is refused and nothing is claimed', async () => {
    const order = await buyAndDeliver();
    const refund = () => shop.repository.raiseRefundedAmount({ intentId: order.intentId, refundedAmount: 5000 });
    await expect(claimDuring({ order, meanwhile: refund, browser: 'late' })).rejects.toMatchObject({ code: 'DownloadRefunded' });
    expect(await storedClaim(order.number)).toBeUndefined();
  });

  test('when a dispute is lost, then the claim is refused and nothing is claimed', async () => {
    const order = await buyAndDeliver();
    const dispute = { openedAt: new Date(), outcome: 'lost' } as const;
    const lose = () => shop.repository.recordDispute({ intentId: order.intentId, dispute });
    await expect(claimDuring({ order, meanwhile: lose, browser: 'late' })).rejects.toMatchObject({ code: 'DownloadChargedBack' });
    expect(await storedClaim(order.number)).toBeUndefined();
  });

  test('when a part of the price is refunded, then the claim succeeds', async () => {
    const order = await buyAndDeliver();
    const refund = () => shop.repository.raiseRefundedAmount({ intentId: order.intentId, refundedAmount: 4999 });
    expect(await claimDuring({ order, meanwhile: refund, browser: 'mine' })).toMatchObject({ url: 'https://videos.example/1' });
    expect(await storedClaim(order.number)).toMatchObject({ browser: 'mine' });
  });

  test('when the only other line is declined, then the claim of the free video succeeds', async () => {
    const { number } = await shop.buy({ items: [itemOf(FREE_ATHLETE), itemOf('1')] });
    const order = { number, intentId: '', pageId: pageIdOf(await deliver({ shop, number, lines: 2 })) };
    const declineOther = () => adminOf(shop).decline(number, '02');
    expect(await claimDuring({ order, meanwhile: declineOther, browser: 'mine' })).toMatchObject({ url: 'https://videos.example/1' });
    expect(await storedClaim(number)).toMatchObject({ browser: 'mine' });
  });

  test('when another browser claims the video, then only that browser gets it (customer 1.6)', async () => {
    const order = await buyAndDeliver();
    const faster = () => claimDuring({ order, browser: 'faster' });
    const slower = claimDuring({ order, meanwhile: faster, browser: 'slower' });
    await expect(slower).rejects.toMatchObject({ code: 'DownloadClaimedElsewhere' });
    expect(await storedClaim(order.number)).toMatchObject({ browser: 'faster' });
  });

  test('when the same browser claims it by a second click, then both claims end at the same time', async () => {
    const order = await buyAndDeliver();
    const untils: Date[] = [];
    const firstClick = async () => {
      untils.push((await claimDuring({ order, browser: 'mine' })).until);
    };
    untils.push((await claimDuring({ order, meanwhile: firstClick, browser: 'mine' })).until);
    expect(untils[1]).toEqual(untils[0]);
  });
});
