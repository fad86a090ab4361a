import type { DeliveryDoubts } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import { assertUndoubted, confirmedDoubtsOf } from './assert-undoubted.ts';
import { type Change, type ChangeDeps, changeOrder } from './change-order.ts';
import { type LineVideo, readDeliveryUrls } from './delivery-urls.ts';
import { isChargedBack, isDeclined, isGivenBack, type Order, type OrderDownload, type PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import { deliveredEventOf } from './order-events.ts';
import { newPageId, pageEndOf } from './page-life.ts';
import type { OrderStore, Videos } from './ports.ts';
import { assertFinished } from './stored-videos.ts';

type Deps = ChangeDeps & { orders: Pick<OrderStore, 'findByNumbers'>; videos: Pick<Videos, 'find'>; now: () => Date };
type Deliver = { orderNumber: string; downloadUrls: Record<string, string>; confirmedDoubts: DeliveryDoubts; actor: Actor };
type Delivery = { order: PaidOrder; videos: LineVideo[]; doubts: DeliveryDoubts; actor: Actor; at: Date };
type Delivered = Order & { download: OrderDownload };

const isDelivered = (order: Order): order is Delivered => order.status === '納品済み' && order.download !== null;

const assertDeliverable = (order: Order): void => {
  if (isDelivered(order)) return;
  if (order.handledAt) throw new AppError('OrderAlreadyHandled');
  if (isChargedBack(order)) throw new AppError('OrderChargedBack');
  if (isGivenBack(order)) throw new AppError('OrderRefunded');
};

const videoAt = ({ videos, index }: { videos: LineVideo[]; index: number }) => videos.find((video) => video.index === index)?.video ?? null;

/** The same delivery again gets the same answer, another one is told so. */
const assertSameDelivery = ({ order, videos }: { order: Delivered; videos: LineVideo[] }): void => {
  const isSame = order.lines.every((line, index) => isDeclined(line) || line.video?.url === videoAt({ videos, index })?.url);
  if (!isSame) throw new AppError('OrderAlreadyDelivered');
};

const deliver = ({ order, videos, doubts, actor, at }: Delivery): Change => {
  const lines = order.lines.map((line, index) => ({ ...line, video: videoAt({ videos, index }) }));
  // After a recall the page keeps its address: the mail that tells of it lies in the customer's mailbox.
  const pageId = order.download?.pageId ?? newPageId();
  const page = { pageId, openedAt: at, expiresAt: pageEndOf(at), recalledAt: null };
  const delivered = deliveredEventOf({ order: { ...order, lines }, page });
  const after = { status: '納品済み', lines: videos.map(({ index }) => order.lines[index]?.number), ...confirmedDoubtsOf(doubts) } as const;
  return {
    order: { ...order, lines, status: after.status, handledAt: at, download: { ...page, eventId: delivered.id } },
    events: [delivered, orderActed({ order, actor, action: 'delivered', before: { status: order.status }, after })],
  };
};

/**
 * Delivers a paid order: stores where its videos are, opens its download page and tells of it, all in one conditional write.
 * @throws AppError OrderNotFound, OrderChargedBack, OrderRefunded, OrderAlreadyHandled, OrderAlreadyDelivered, and what readDeliveryUrls,
 * assertFinished and assertUndoubted throw
 */
export const deliverOrder = async (deps: Deps, { orderNumber, downloadUrls, confirmedDoubts, actor }: Deliver): Promise<Delivered> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: async (current) => {
      assertDeliverable(current);
      const videos = readDeliveryUrls({ order: current, downloadUrls });
      if (isDelivered(current)) {
        assertSameDelivery({ order: current, videos });
        return null;
      }
      const stored = await assertFinished(deps, { order: current, given: videos });
      const doubts = await assertUndoubted(deps, { order: current, stored, confirmed: confirmedDoubts });
      return deliver({ order: current, videos, doubts, actor, at: deps.now() });
    },
  });
  if (!isDelivered(order)) throw new AppError('Internal', { cause: new Error(`${order.number} was delivered and is not`) });
  return order;
};
