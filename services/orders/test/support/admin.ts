import { expect } from '@jest/globals';
import {
  type AdminLine,
  adminActed,
  type ErrorBody,
  type EventEnvelope,
  type OrderTimeline,
  type SalesSummary,
} from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { deliver, newBrowser, pageIdOf } from './deliveries.ts';
import type { Shop } from './shop.ts';

export const ADMIN_EMAIL = 'boss@example.jp';
type AdminResponse = {
  status: number;
  headers: Headers;
  body: OrderTimeline & DeliveryResponse & ErrorBody & { customerEmailSent: boolean };
};
type DeliveryResponse = { orderNumber: string; downloadPath: string };
type AdminRequest = { path: string; method?: string; body?: object; base?: string };

const byLine = (number: string, urls: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(urls).map(([line, url]) => [`${number}-${line}`, url]));

/** The requests of the back office, and the events that they cause. */
export const adminOf = (shop: Shop) => {
  const call = async ({ path, method = 'POST', body, base = '/api/orders' }: AdminRequest): Promise<AdminResponse> => {
    const cookie = await shop.identity.adminCookie(ADMIN_EMAIL);
    return (await shop.call({ path: `${base}${path}`, method, body, cookie })) as unknown as AdminResponse;
  };
  const timeline = async (number: string): Promise<OrderTimeline> => (await call({ path: `/${number}/life`, method: 'GET' })).body;
  const auditEntriesOf = (number: string) =>
    shop.probe
      .ofType('admin.acted')
      .map(({ data }) => adminActed.schema.parse(data))
      .filter(({ target }) => target.label === number);
  const eventsOf = (type: string, number: string): EventEnvelope[] =>
    shop.probe.ofType(type).filter(({ data }) => (data as { orderNumber: string }).orderNumber === number);

  return {
    auditEntriesOf,
    timeline,
    resend: (number: string, template = 'order-confirmation') => call({ path: `/${number}/mails`, body: { template } }),
    correct: (number: string, email: string) => call({ path: `/${number}/customer`, method: 'PATCH', body: { email } }),
    extend: (number: string) => call({ path: `/${number}/extend` }),
    reopen: (number: string) => call({ path: `/${number}/reopen` }),
    complete: (number: string) => call({ path: `/complete/${number}`, method: 'PATCH' }),
    reArm: (number: string, line = '01') => call({ path: `/${number}/lines/${number}-${line}/re-arm` }),
    decline: (number: string, line = '01', reason = '収録できていませんでした。') =>
      call({ path: `/${number}/lines/${number}-${line}/decline`, body: { reason } }),
    /** Recalls the current delivery unless another one is given. */
    recall: async (number: string, delivery?: { openedAt: string }) => {
      const openedAt = async () => (await timeline(number)).page?.openedAt ?? new Date().toISOString();
      return call({ base: '/api/admin/orders', path: `/${number}/recall`, body: delivery ?? { openedAt: await openedAt() } });
    },
    replaceVideo: (number: string, url: unknown, line = '01', confirmedDoubts?: Record<string, string>) =>
      call({ base: '/api/admin/orders', path: `/${number}/lines/${number}-${line}/video`, method: 'PUT', body: { url, confirmedDoubts } }),
    sales: async (query = ''): Promise<SalesSummary> =>
      (await call({ path: `/sales${query}`, method: 'GET' })).body as unknown as SalesSummary,
    linesOf: async (number: string): Promise<AdminLine[]> => {
      const { body } = await call({ path: '', method: 'GET' });
      return (body as unknown as AdminLine[]).filter(({ id }) => id.startsWith(number));
    },

    /** Delivers the videos of some lines first, such as `{ '01': 'https://videos.example/1' }`. */
    deliverReady: (number: string, urls: Record<string, string>, confirmedDoubts?: Record<string, string>) =>
      call({ path: `/${number}/deliver-ready`, body: { downloadUrls: byLine(number, urls), confirmedDoubts } }),
    /** Delivers an order with exactly these videos. */
    deliverRest: (number: string, urls: Record<string, string>) =>
      call({ path: `/${number}/deliver`, body: { downloadUrls: byLine(number, urls) } }),

    /** Delivers the first lines of an order and returns the id of its download page. */
    deliverOrder: async ({ number, lines = 1 }: { number: string; lines?: number }): Promise<string> => {
      const response = await deliver({ shop, number, lines });
      expect(response.status).toBe(200);
      return pageIdOf(response);
    },
    /** Claims a line from a new browser. */
    claim: (pageId: string, lineId: string) =>
      shop.call({ method: 'POST', path: `/api/download/${pageId}/${lineId}/claim`, cookie: newBrowser() }),

    eventsOf,
    /** Waits until all events of an order are published, and expects this number of one type. */
    waitForEvents: async ({ number, type, count }: { number: string; type: string; count: number }): Promise<EventEnvelope[]> => {
      await shop.waitForOrder(number, () => true);
      await waitUntil(() => eventsOf(type, number).length >= count, { what: `${count} ${type} of ${number}` });
      expect(eventsOf(type, number)).toHaveLength(count);
      return eventsOf(type, number);
    },
    /** Waits for an audit entry of this action and returns the latest one. */
    waitForAuditEntry: (number: string, action: string) =>
      waitUntil(
        () =>
          auditEntriesOf(number)
            .filter((entry) => entry.action === action)
            .at(-1),
        { what: `${action} of ${number}` },
      ),
  };
};
