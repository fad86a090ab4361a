import { expect } from '@jest/globals';
import { type AdminLine, adminActed, type ErrorBody, type EventEnvelope, type OrderLife, type SalesSummary } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { newBrowser } from './browsers.ts';
import { deliver, pageIdOf } from './deliver.ts';
import type { Shop } from './shop.ts';

export const ADMIN = 'boss@example.jp';
export type DeskAnswer = { status: number; headers: Headers; body: OrderLife & ErrorBody & { customerEmailSent: boolean } };
type Asked = { path: string; method?: string; body?: object; base?: string };

/** What tests of the back office do and look at; the shop is asked for at each call, because it starts after this is made. */
export const deskOf = (shop: () => Shop) => {
  const ask = async ({ path, method = 'POST', body, base = '/api/orders' }: Asked): Promise<DeskAnswer> => {
    const cookie = await shop().identity.adminCookie(ADMIN);
    return (await shop().call({ path: `${base}${path}`, method, body, cookie })) as unknown as DeskAnswer;
  };
  const lifeOf = async (number: string): Promise<OrderLife> => (await ask({ path: `/${number}/life`, method: 'GET' })).body;
  const actsOn = (number: string) =>
    shop()
      .probe.ofType('admin.acted')
      .map(({ data }) => adminActed.schema.parse(data))
      .filter(({ target }) => target.label === number);
  const ofOrder = (type: string, number: string): EventEnvelope[] =>
    shop()
      .probe.ofType(type)
      .filter(({ data }) => (data as { orderNumber: string }).orderNumber === number);

  return {
    actsOn,
    life: lifeOf,
    resend: (number: string, template = 'order-confirmation') => ask({ path: `/${number}/mails`, body: { template } }),
    correct: (number: string, email: string) => ask({ path: `/${number}/customer`, method: 'PATCH', body: { email } }),
    extend: (number: string) => ask({ path: `/${number}/extend` }),
    reopen: (number: string) => ask({ path: `/${number}/reopen` }),
    complete: (number: string) => ask({ path: `/complete/${number}`, method: 'PATCH' }),
    reArm: (number: string, line = '01') => ask({ path: `/${number}/lines/${number}-${line}/re-arm` }),
    decline: (number: string, line = '01', reason = '収録できていませんでした。') =>
      ask({ path: `/${number}/lines/${number}-${line}/decline`, body: { reason } }),
    /** The delivery that the order's life shows, unless another one is meant. */
    recall: async (number: string, meant?: { openedAt: string }) => {
      const openedAt = async () => (await lifeOf(number)).page?.openedAt ?? new Date().toISOString();
      return ask({ base: '/api/admin/orders', path: `/${number}/recall`, body: meant ?? { openedAt: await openedAt() } });
    },
    replaceVideo: (number: string, url: unknown, line = '01', confirmedDoubts?: Record<string, string>) =>
      ask({ base: '/api/admin/orders', path: `/${number}/lines/${number}-${line}/video`, method: 'PUT', body: { url, confirmedDoubts } }),
    sales: async (query = ''): Promise<SalesSummary> =>
      (await ask({ path: `/sales${query}`, method: 'GET' })).body as unknown as SalesSummary,
    linesOf: async (number: string): Promise<AdminLine[]> => {
      const { body } = await ask({ path: '', method: 'GET' });
      return (body as unknown as AdminLine[]).filter(({ id }) => id.startsWith(number));
    },

    /** Delivers and answers the page's id. */
    delivered: async ({ number, lines = 1 }: { number: string; lines?: number }): Promise<string> => {
      const answer = await deliver({ shop: shop(), number, lines });
      expect(answer.status).toBe(200);
      return pageIdOf(answer);
    },
    /** By a browser of its own. */
    claim: (pageId: string, lineId: string) =>
      shop().call({ method: 'POST', path: `/api/download/${pageId}/${lineId}/claim`, cookie: newBrowser() }),

    eventsOf: ofOrder,
    /** So many events of an order, once the last write about it is on the broker. */
    untilEvents: async ({ number, type, count }: { number: string; type: string; count: number }): Promise<EventEnvelope[]> => {
      await shop().until(number, () => true);
      await waitUntil(() => ofOrder(type, number).length >= count, { what: `${count} ${type} of ${number}` });
      expect(ofOrder(type, number)).toHaveLength(count);
      return ofOrder(type, number);
    },
    untilActed: async (number: string, action: string) => {
      const found = await waitUntil(
        () =>
          actsOn(number)
            .filter((act) => act.action === action)
            .at(-1),
        { what: `${action} of ${number}` },
      );
      return found;
    },
  };
};
