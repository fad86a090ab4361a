import { randomBytes } from 'node:crypto';
import { DOWNLOAD_PAGE_SECONDS, orderDelivered } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import { type LineVideo, readDeliveryUrls } from './delivery-urls.ts';
import { findPaidOrder } from './find-paid-order.ts';
import { isWhollyRefunded, type Order, type OrderDownload } from './order.ts';
import { lineFactsOf } from './order-views.ts';
import type { OrderStore } from './ports.ts';

type Deps = { orders: Pick<OrderStore, 'findByNumber' | 'markDelivered'>; now: () => Date };
type Deliver = { orderNumber: string; downloadUrls: Record<string, string>; actor: Actor };
type Delivered = Order & { download: OrderDownload };

const PAGE_ID_BYTES = 32;

const isDelivered = (order: Order): order is Delivered => order.status === '納品済み' && order.download !== null;

const isSameDelivery = ({ order, videos }: { order: Order; videos: LineVideo[] }): boolean =>
  order.lines.every((line, index) => line.video?.url === videos.find((video) => video.index === index)?.video.url);

const assertDeliverable = (order: Order): void => {
  if (isDelivered(order)) return;
  if (order.handledAt) throw new AppError('OrderAlreadyHandled');
  if (isWhollyRefunded(order)) throw new AppError('OrderRefunded');
};

/** The same delivery again gets the same answer, another one is told so. */
const answerDelivered = ({ order, videos }: { order: Delivered; videos: LineVideo[] }): Delivered => {
  if (!isSameDelivery({ order, videos })) throw new AppError('OrderAlreadyDelivered');
  return order;
};

const openPage = (openedAt: Date) => ({
  pageId: randomBytes(PAGE_ID_BYTES).toString('base64url'),
  openedAt,
  expiresAt: new Date(openedAt.getTime() + DOWNLOAD_PAGE_SECONDS * 1000),
});

const deliveredEventOf = ({ order, page, videos }: { order: Order; page: ReturnType<typeof openPage>; videos: LineVideo[] }) =>
  createEvent(orderDelivered, {
    orderNumber: order.number,
    email: order.email,
    customerName: order.customerName,
    pageId: page.pageId,
    expiresAt: page.expiresAt.toISOString(),
    lines: order.lines.filter((_, index) => videos.some((video) => video.index === index)).map(lineFactsOf),
  });

const actedEventOf = ({ order, videos, actor }: { order: Order; videos: LineVideo[]; actor: Actor }) =>
  adminActedEvent({
    actor,
    action: 'order.delivered',
    target: { type: 'order', id: order.id, label: order.number },
    before: { status: order.status },
    after: { status: '納品済み', lines: videos.map(({ index }) => order.lines[index]?.number) },
  });

/**
 * Delivers a paid order: stores where its videos are, opens its download page and tells of it, all in one conditional write.
 * @throws AppError OrderNotFound, OrderRefunded, OrderAlreadyHandled, OrderAlreadyDelivered, and what readDeliveryUrls throws
 */
export const deliverOrder = async (deps: Deps, { orderNumber, downloadUrls, actor }: Deliver): Promise<Delivered> => {
  const order = await findPaidOrder(deps, orderNumber);
  assertDeliverable(order);
  const videos = readDeliveryUrls({ order, downloadUrls });
  if (isDelivered(order)) return answerDelivered({ order, videos });

  const at = deps.now();
  const page = openPage(at);
  const delivered = deliveredEventOf({ order, page, videos });
  const events = [delivered, actedEventOf({ order, videos, actor })];
  const download = { ...page, eventId: delivered.id };
  const done = await deps.orders.markDelivered({ id: order.id, total: order.total, at, videos, download, events });
  if (done) return { ...done, download };

  // Somebody else handled it, or it was refunded, since it was read.
  const current = await findPaidOrder(deps, orderNumber);
  assertDeliverable(current);
  if (!isDelivered(current)) throw new AppError('Internal', { cause: new Error(`${order.number} can neither be delivered nor is it`) });
  return answerDelivered({ order: current, videos });
};
