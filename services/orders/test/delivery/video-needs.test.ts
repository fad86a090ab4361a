import { describe, expect, test } from '@jest/globals';
import { openOrdersSchema, videoNeedsSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { deliver } from '../support/deliveries.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());
const admin = adminOf(shop);

const requestNeeds = (lineIds: readonly string[], token = shop.config.INTERNAL_TOKEN) =>
  shop.call({ method: 'POST', path: '/internal/video-needs', headers: { 'x-internal-token': token }, body: { lineIds } });
const needsOf = async (...lineIds: string[]) => {
  const { body } = await requestNeeds(lineIds);
  return Object.fromEntries(videoNeedsSchema.parse(body).lines.map(({ lineId, neededUntil }) => [lineId, neededUntil]));
};

describe('how long a finished video is needed', () => {
  test('when its line awaits the delivery, then without an end; when it is delivered, then until the page expires', async () => {
    const { number } = await shop.buy();
    const line = `${number}-01`;
    expect(await needsOf(line)).toEqual({ [line]: null });
    await deliver({ shop, number });
    const { download } = await shop.storedOrder(number);
    expect(await needsOf(line)).toEqual({ [line]: download?.expiresAt.toISOString() });
    await admin.extend(number);
    const { download: extended } = await shop.storedOrder(number);
    expect(await needsOf(line)).toEqual({ [line]: extended?.expiresAt.toISOString() });
  });

  test('when its order was completed without a delivery, then until the completion; when it is reopened, then without an end', async () => {
    const { number } = await shop.buy();
    const line = `${number}-01`;
    await admin.complete(number);
    expect(await needsOf(line)).toEqual({ [line]: (await shop.storedOrder(number)).handledAt?.toISOString() });
    await admin.reopen(number);
    expect(await needsOf(line)).toEqual({ [line]: null });
  });

  test('when another video of its order follows, then without an end; once the order is completed, only delivered lines take a video', async () => {
    const { number } = await shop.buy({ items: [itemOf('12'), itemOf('13')] });
    await admin.deliverReady(number, { '01': 'https://videos.example/1' });
    expect(await needsOf(`${number}-01`, `${number}-02`)).toEqual({ [`${number}-01`]: null, [`${number}-02`]: null });
    await admin.complete(number);
    const { body } = await requestNeeds([`${number}-01`, `${number}-02`]);
    expect(videoNeedsSchema.parse(body).lines.map(({ takesVideo }) => takesVideo)).toEqual([true, false]);
  });

  test('when its line is declined, then until that time, and the other lines still await their videos', async () => {
    const { number } = await shop.buy({ items: [itemOf('12'), itemOf('13')] });
    expect((await admin.decline(number, '01')).status).toBe(200);
    const needs = await needsOf(`${number}-01`, `${number}-02`);
    expect(needs[`${number}-01`]).toBe((await shop.storedOrder(number)).lines[0]?.declined?.at.toISOString());
    expect(needs[`${number}-02`]).toBeNull();
  });

  test('when its line is unknown, then the line is not part of the response', async () => {
    const { number } = await shop.buy();
    expect(await needsOf('00000000-01', `${number}-02`, 'nonsense', `${number}-01`)).toEqual({ [`${number}-01`]: null });
  });

  test('when a line awaits its video or its page is open, then it takes a video, and the response has its contest', async () => {
    const { number } = await shop.buy({ items: [itemOf('12'), itemOf('13')] });
    const linesOf = async () => {
      const { body } = await requestNeeds([`${number}-01`, `${number}-02`]);
      return videoNeedsSchema.parse(body).lines.map(({ contestId, takesVideo }) => [contestId, takesVideo]);
    };
    const { lines } = await shop.storedOrder(number);
    const contestIds = lines.map(({ contestId }) => contestId);
    expect(await linesOf()).toEqual(contestIds.map((id) => [id, true]));
    await admin.complete(number);
    expect(await linesOf()).toEqual(contestIds.map((id) => [id, false]));
    await admin.reopen(number);
    await admin.decline(number, '01');
    expect(await linesOf()).toEqual(contestIds.map((id, index) => [id, index === 1]));
    const other = await shop.buy();
    await deliver({ shop, number: other.number });
    const { body } = await requestNeeds([`${other.number}-01`]);
    expect(videoNeedsSchema.parse(body).lines[0]).toMatchObject({ takesVideo: true });
  });

  test('when the internal token is wrong, then 401', async () => {
    expect((await requestNeeds([], 'wrong')).status).toBe(401);
  });
});

describe('how many orders still need a contest', () => {
  const countOf = async (contestId: string): Promise<number> => {
    const headers = { 'x-internal-token': shop.config.INTERNAL_TOKEN };
    return openOrdersSchema.parse((await shop.call({ path: `/internal/open-orders?contestId=${contestId}`, headers })).body).count;
  };
  /** The fake catalog has one contest: the lines are moved to others afterwards. */
  const moveTo = async (number: string, contestIds: readonly string[]): Promise<void> => {
    const moved = Object.fromEntries(contestIds.map((contestId, index) => [`lines.${index}.contestId`, contestId]));
    await shop.orders.updateOne({ number }, { $set: moved });
  };

  test('when an order is paid, then it counts until its video of the contest is delivered, and again after a recall', async () => {
    const { number } = await shop.buy({ items: [itemOf('12'), itemOf('13'), itemOf('14')] });
    await moveTo(number, ['needs-a', 'needs-a', 'needs-b']);
    expect([await countOf('needs-a'), await countOf('needs-b'), await countOf('needs-c')]).toEqual([1, 1, 0]);
    await admin.deliverReady(number, { '03': 'https://videos.example/3' });
    expect([await countOf('needs-a'), await countOf('needs-b')]).toEqual([1, 0]);
    await admin.recall(number);
    expect([await countOf('needs-a'), await countOf('needs-b')]).toEqual([1, 1]);
  });

  test.each([
    ['delivered', (number: string) => deliver({ shop, number })],
    ['declined and refunded', (number: string) => admin.decline(number)],
    ['completed without a delivery', (number: string) => admin.complete(number)],
  ])('when an order is %s, then it counts no longer', async (how, handle) => {
    const contestId = `needs-${how.split(' ')[0]}`;
    const { number } = await shop.buy();
    await moveTo(number, [contestId]);
    expect(await countOf(contestId)).toBe(1);
    await handle(number);
    expect(await countOf(contestId)).toBe(0);
  });

  test('when a payment is open, then its order counts, and counts no longer once it is cancelled', async () => {
    const { body } = await shop.openPayment({ email: 'open-payment@example.jp' });
    await moveTo(body.orderNumber, ['needs-open']);
    expect(await countOf('needs-open')).toBe(1);
    await shop.orders.updateOne({ number: body.orderNumber }, { $set: { 'payment.state': 'cancelled' } });
    expect(await countOf('needs-open')).toBe(0);
  });
});
