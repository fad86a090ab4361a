import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { videoNeedsSchema } from '@stagereel/contracts';
import { itemOf } from './support/catalog.ts';
import { deliver } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
const desk = deskOf(() => shop);
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

const ask = (lineIds: readonly string[], token = shop.config.INTERNAL_TOKEN) =>
  shop.call({ method: 'POST', path: '/internal/video-needs', headers: { 'x-internal-token': token }, body: { lineIds } });
const needsOf = async (...lineIds: string[]) => {
  const { body } = await ask(lineIds);
  return Object.fromEntries(videoNeedsSchema.parse(body).lines.map(({ lineId, neededUntil }) => [lineId, neededUntil]));
};

describe('how long a finished video is of use', () => {
  test('when its line awaits its delivery, it is without an end; when it is delivered, to the end of its page, as that is moved', async () => {
    const { number } = await shop.buy();
    const line = `${number}-01`;
    expect(await needsOf(line)).toEqual({ [line]: null });
    await deliver({ shop, number });
    const { download } = await shop.stored(number);
    expect(await needsOf(line)).toEqual({ [line]: download?.expiresAt.toISOString() });
    await desk.extend(number);
    const { download: extended } = await shop.stored(number);
    expect(await needsOf(line)).toEqual({ [line]: extended?.expiresAt.toISOString() });
  });

  test('when its order was completed without it, it was until then, and is again once the order is taken up again', async () => {
    const { number } = await shop.buy();
    const line = `${number}-01`;
    await desk.complete(number);
    expect(await needsOf(line)).toEqual({ [line]: (await shop.stored(number)).handledAt?.toISOString() });
    await desk.reopen(number);
    expect(await needsOf(line)).toEqual({ [line]: null });
  });

  test('when its line is declined, it is awaited no more, while the other lines are', async () => {
    const { number } = await shop.buy({ items: [itemOf('12'), itemOf('13')] });
    expect((await desk.decline(number, '01')).status).toBe(200);
    const needs = await needsOf(`${number}-01`, `${number}-02`);
    expect(needs[`${number}-01`]).toBe((await shop.stored(number)).lines[0]?.declined?.at.toISOString());
    expect(needs[`${number}-02`]).toBeNull();
  });

  test('when no order has its line, nothing is said of it', async () => {
    const { number } = await shop.buy();
    expect(await needsOf('00000000-01', `${number}-02`, 'nonsense', `${number}-01`)).toEqual({ [`${number}-01`]: null });
  });

  test('when it is asked whether a line takes a video, then while it is awaited and while its page stands, with its contest', async () => {
    const { number } = await shop.buy({ items: [itemOf('12'), itemOf('13')] });
    const linesOf = async () => {
      const { body } = await ask([`${number}-01`, `${number}-02`]);
      return videoNeedsSchema.parse(body).lines.map(({ contestId, takesVideo }) => [contestId, takesVideo]);
    };
    const { lines } = await shop.stored(number);
    const contestIds = lines.map(({ contestId }) => contestId);
    expect(await linesOf()).toEqual(contestIds.map((id) => [id, true]));
    await desk.complete(number);
    expect(await linesOf()).toEqual(contestIds.map((id) => [id, false]));
    await desk.reopen(number);
    await desk.decline(number, '01');
    expect(await linesOf()).toEqual(contestIds.map((id, index) => [id, index === 1]));
    const other = await shop.buy();
    await deliver({ shop, number: other.number });
    const { body } = await ask([`${other.number}-01`]);
    expect(videoNeedsSchema.parse(body).lines[0]).toMatchObject({ takesVideo: true });
  });

  test('when somebody asks who does not know the token, nothing is said', async () => {
    expect((await ask([], 'wrong')).status).toBe(404);
  });
});
