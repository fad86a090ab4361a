import { jest } from '@jest/globals';
import { type AdminLine, type AuditEntryView, baseOrderNumber, type OrderTimeline } from '@stagereel/contracts';
import { screen, within } from '@testing-library/react';
import { buildAdminLine, buildOrderChanges } from '../../src/testing/build-admin-line.ts';
import { buildOrderTimeline } from '../../src/testing/build-order-timeline.ts';
import { asAdmin, json, openPage, type Responder } from '../../src/testing/open-page.tsx';

export const ORDERS = '/admin?tab=orders';

/** The response of an order list that consists of these lines. */
export const orderList =
  (lines: readonly AdminLine[]): Responder =>
  () =>
    json(buildOrderChanges(lines));

/** Opens the orders of the back office with these order lines. */
export const openOrders = (
  lines: readonly AdminLine[],
  { path = ORDERS, given = {} }: { path?: string; given?: Record<string, Responder> } = {},
) => {
  return openPage(path, {
    ...asAdmin(),
    'GET /api/orders': orderList(lines),
    'GET /api/orders/flagged': () => json([]),
    ...given,
  });
};

/** A line of a delivered order with an external link. */
export const buildDeliveredLine = (changes: Partial<AdminLine> = {}): AdminLine =>
  buildAdminLine({
    status: '納品済み',
    handledAt: '2026-11-21T01:00:00.000Z',
    videoDownloadUrl: 'https://videos.example.com/1',
    downloadPath: '/download/page-1',
    ...changes,
  });

type Details = { timeline?: Partial<OrderTimeline>; audit?: readonly AuditEntryView[]; path?: string; given?: Record<string, Responder> };

/** Opens the details of the order of these lines. The order is in the view of handled orders unless `path` has another. */
export const openDetails = (lines: readonly AdminLine[], { timeline = {}, audit = [], path, given = {} }: Details = {}) => {
  const orderNumber = baseOrderNumber(lines[0]?.orderNumber ?? '');
  return openOrders(lines, {
    path: path ?? `${ORDERS}&view=handled&order=${orderNumber}`,
    given: {
      [`GET /api/orders/${orderNumber}/life`]: () =>
        json(
          buildOrderTimeline({
            lines: lines.map(({ id, handledAt }) => ({ id, deliveredAt: handledAt, claim: null, declined: null })),
            ...timeline,
          }),
        ),
      'GET /api/admin/audit': () => json({ entries: audit, nextCursor: null }),
      ...given,
    },
  });
};

export const card = (orderNumber: string) => screen.findByRole('article', { name: `注文番号 ${orderNumber}` });
/** Opens the row of an order, if it is closed. Its card then shows its lines, customer and buttons. */
export const openCard = async ({ user }: Pick<ReturnType<typeof openPage>, 'user'>, orderNumber: string): Promise<HTMLElement> => {
  const row = await card(orderNumber);
  const closed = within(row).queryByRole('button', { name: `注文番号 ${orderNumber}`, expanded: false });
  if (closed) await user.click(closed);
  return row;
};
export const cards = () => screen.getAllByRole('article', { name: /^注文番号 \d{8}$/ });
export const view = (name: '未対応' | '対応済み') =>
  within(screen.getByRole('tablist', { name: '表示する注文' })).getByRole('tab', { name });
export const details = (orderNumber: string) => screen.findByRole('dialog', { name: `注文の詳細　${orderNumber}` });

/** Waits for the toast with this title and text. */
export const findToast = async ({ title, text }: { title: string; text: string }): Promise<void> => {
  await screen.findByText((_content, element) => {
    const isToast = element?.matches('[role="status"], [role="alert"]') && within(element as HTMLElement).queryByLabelText('通知を閉じる');
    return Boolean(isToast && element?.textContent?.includes(title) && element.textContent.includes(text));
  });
};

/** Cuts the network of this browser, until the returned function is called. */
export const goOffline = (): (() => void) => {
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  return () => {
    isOnline.mockRestore();
    window.dispatchEvent(new Event('online'));
  };
};
