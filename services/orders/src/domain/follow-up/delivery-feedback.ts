import { createHash } from 'node:crypto';
import { HOUR, MAX_PROBLEMS_PER_ORDER, PROBLEMS_PER_ORDER_HOUR } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { changeOrder } from '../order/change-order.ts';
import { pageWithVideosOf } from '../order/download-page-expiry.ts';
import { hasNothingToDeliver, isPaid, type OrderDownload, type PaidOrder } from '../order/order.ts';
import { isOpen, isProblemTask, type ProblemTask } from './follow-up.ts';
import { receivedAtOf } from './reminder-times.ts';

/** The delivery that a customer can confirm or complain about; null if there is none. */
export const feedbackPageOf = (order: PaidOrder): OrderDownload | null => (hasNothingToDeliver(order) ? null : pageWithVideosOf(order));

const videoUrlsOf = ({ lines }: PaidOrder): string[] => lines.flatMap(({ video }) => (video ? [video.url] : []));

/** Names the delivered videos without their links, because whoever has the address can read the status page. */
export const videosDigestOf = (order: PaidOrder): string =>
  createHash('sha256')
    .update(JSON.stringify(videoUrlsOf(order)))
    .digest('base64url');

const findByToken = async ({ orders }: OrdersDeps, token: string): Promise<PaidOrder> => {
  const order = await orders.findByStatusToken(token);
  if (!order || !isPaid(order)) throw new AppError('OrderNotFound');
  return order;
};

/** @throws AppError FeedbackClosed, also if the address of the order was corrected meanwhile */
const requireDelivery = ({ order, token }: { order: PaidOrder; token: string }): OrderDownload => {
  const page = feedbackPageOf(order);
  if (!page || order.statusToken !== token) throw new AppError('FeedbackClosed');
  return page;
};

const requireSwitchedOn = async ({ settings }: OrdersDeps): Promise<void> => {
  const { deliveryFeedback } = await settings.read();
  if (!deliveryFeedback) throw new AppError('FeedbackClosed');
};

type ConfirmReceipt = { token: string; deliveredAt: string; videos: string };

/**
 * Records that the customer has received the videos. Confirming twice changes nothing.
 * @throws AppError OrderNotFound; FeedbackClosed, also if the customer saw an earlier delivery or a video that was replaced
 */
export const confirmReceipt = async (deps: OrdersDeps, { token, deliveredAt, videos }: ConfirmReceipt): Promise<PaidOrder> => {
  const { number: orderNumber } = await findByToken(deps, token);
  await requireSwitchedOn(deps);
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      const page = requireDelivery({ order: current, token });
      const isSeen = page.openedAt.getTime() === new Date(deliveredAt).getTime() && videosDigestOf(current) === videos;
      if (!isSeen) throw new AppError('FeedbackClosed');
      if (receivedAtOf(current) !== null) return null;
      const received = { at: deps.now(), videos: videoUrlsOf(current) };
      return { order: { ...current, followUp: { ...current.followUp, received } }, events: [] };
    },
  });
  return order;
};

/** @throws AppError ProblemLimitReached */
const requireFewProblems = ({ problems, now }: { problems: readonly ProblemTask[]; now: Date }): void => {
  if (problems.length >= MAX_PROBLEMS_PER_ORDER) throw new AppError('ProblemLimitReached');
  const hourAgo = now.getTime() - HOUR * 1000;
  const recent = problems.map(({ createdAt }) => createdAt.getTime()).filter((time) => time > hourAgo);
  const [oldest] = recent;
  if (oldest === undefined || recent.length < PROBLEMS_PER_ORDER_HOUR) return;
  throw new AppError('ProblemLimitReached', { retryAfterSeconds: (oldest - hourAgo) / 1000 });
};

type ReportProblem = {
  token: string;
  /** Chosen by the browser: the same key reports the problem once. */
  key: string;
  text: string;
};

/**
 * Makes a task of a problem that the customer reports.
 * @throws AppError OrderNotFound, FeedbackClosed, ProblemLimitReached
 */
export const reportProblem = async (deps: OrdersDeps, { token, key, text }: ReportProblem): Promise<PaidOrder> => {
  const { number: orderNumber } = await findByToken(deps, token);
  await requireSwitchedOn(deps);
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      const { tasks } = current.followUp;
      if (tasks.some(({ id }) => id === key)) return null;
      requireDelivery({ order: current, token });
      const now = deps.now();
      requireFewProblems({ problems: tasks.filter(isProblemTask), now });
      const task: ProblemTask = { id: key, kind: 'problemReported', createdAt: now, text, closedAt: null, note: null };
      return { order: { ...current, followUp: { ...current.followUp, tasks: [...tasks, task] } }, events: [] };
    },
  });
  return order;
};

/** The latest problem of an order as its customer sees it. */
export const latestProblemOf = ({ followUp }: PaidOrder): { reportedAt: string; isClosed: boolean } | null => {
  const latest = followUp.tasks.filter(isProblemTask).at(-1);
  return latest ? { reportedAt: latest.createdAt.toISOString(), isClosed: !isOpen(latest) } : null;
};
