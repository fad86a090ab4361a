import type { AdminLine } from '@stagereel/contracts';
import { seededRandom } from '../plan/seeded.ts';
import { createVideos, sha256 } from './finished-videos.ts';
import { inParallel, kindOf, type PreparedPlay, takeStep } from './play.ts';

const PHASE = 'delivery';
/** Orders in progress at once, as in the back office. */
const AT_ONCE = 4;
/** The share of the orders of which one video cannot be made, so that its price is paid back. */
const REFUNDED = 0.02;
const REASON = '撮影データに不備があり、動画を制作できませんでした。';
const PROGRESS_EVERY = 200;

type Order = { number: string; email: string; lines: AdminLine[] };
/** What was delivered for a line: a stored file with its hash, or a link. */
export type DeliveredLine = { lineId: string; orderNumber: string; email: string; sha256?: string; size?: number; link?: string };
export type Deliveries = { delivered: DeliveredLine[]; declined: { lineId: string; orderNumber: string }[]; failed: string[] };

const baseOf = ({ orderNumber }: AdminLine): string => orderNumber.split('-')[0] ?? '';

export const ordersOf = (lines: readonly AdminLine[]): Order[] => {
  const orders = new Map<string, Order>();
  for (const line of lines) {
    const number = baseOf(line);
    const order = orders.get(number) ?? { number, email: line.customerEmail, lines: [] };
    order.lines.push(line);
    orders.set(number, order);
  }
  return [...orders.values()].sort((a, b) => a.number.localeCompare(b.number));
};

/** Delivers all orders of the contest, as an admin does from a folder of finished videos, and declines a few videos. */
export const deliverVideos = async (play: PreparedPlay): Promise<Deliveries> => {
  const { admin, contest, plan, log, signal } = play;
  const orders = ordersOf((await admin.orders()).filter(({ contestId }) => contestId === contest.id));
  const videoOf = await createVideos();
  const random = seededRandom(`${plan.seed} refunds`);
  const declining = orders.map(() => random() < REFUNDED);
  // A short rehearsal pays back, too.
  if (!declining.includes(true)) declining[0] = true;
  const result: Deliveries = { delivered: [], declined: [], failed: [] };
  let uploads = 0;
  let done = 0;

  const provide = async (line: AdminLine, order: Order): Promise<{ url: string; delivered: DeliveredLine }> => {
    const facts = { lineId: line.id, orderNumber: order.number, email: order.email };
    if (uploads >= plan.uploads) {
      const link = `https://videos.example.com/rehearsal/${line.id}`;
      return { url: link, delivered: { ...facts, link } };
    }
    uploads += 1;
    const content = videoOf({ style: line.style, seed: plan.seed, index: uploads });
    const { id } = await takeStep(play, { phase: PHASE, step: 'upload a finished video' }, () =>
      admin.uploadMedia(contest.id, {
        name: `${line.athleteNumber}_${line.style}.mp4`,
        content,
        contentType: 'video/mp4',
        category: 'finished',
        lineId: line.id,
      }),
    );
    return { url: `video:${id}`, delivered: { ...facts, sha256: sha256(content), size: content.length } };
  };

  const handle = async (order: Order, isDeclining: boolean): Promise<void> => {
    const [first, ...others] = order.lines;
    if (isDeclining && first) {
      const path = `/api/orders/${order.number}/lines/${first.id}/decline`;
      await takeStep(play, { phase: PHASE, step: 'decline a video' }, () => admin.call({ method: 'POST', path, body: { reason: REASON } }));
      result.declined.push({ lineId: first.id, orderNumber: order.number });
    }
    const wanted = isDeclining ? others : order.lines;
    if (wanted.length === 0) return;
    const provided = [];
    for (const line of wanted) provided.push(await provide(line, order));
    const urls = Object.fromEntries(provided.map(({ url, delivered }) => [delivered.lineId, url]));
    await takeStep(play, { phase: PHASE, step: 'deliver an order' }, () => admin.deliver(order.number, urls));
    result.delivered.push(...provided.map(({ delivered }) => delivered));
  };

  await inParallel(orders, {
    at: AT_ONCE,
    task: async (order, index) => {
      signal.throwIfAborted();
      try {
        await handle(order, declining[index] ?? false);
      } catch (error) {
        result.failed.push(`${order.number}: ${kindOf(error)}`);
      }
      done += 1;
      if (done % PROGRESS_EVERY === 0) log(`delivery: ${done} of ${orders.length} orders`);
    },
  });
  log(`delivered ${result.delivered.length} videos of ${orders.length} orders, ${uploads} as files; declined ${result.declined.length}`);
  return result;
};
