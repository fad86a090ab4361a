import { createHash } from 'node:crypto';
import { orderDeliverySubject, type VideoStyle } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import { type BulkOrder, CATEGORIES, CONTESTS } from './bulk-folder.ts';
import { encodeVideo } from './media-files.ts';
import { until } from './poll.ts';
import type { TestStack } from './test-stack.ts';

const PRICE = 1000;

export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** An MP4 box that players skip. It makes the bytes of each file unique, while many files have the same length. */
const boxOf = (text: string): Buffer => {
  const payload = Buffer.from(digest(Buffer.from(text)).repeat(1 + (text.length % 3)), 'latin1');
  const head = Buffer.alloc(8, 'free', 'latin1');
  head.writeUInt32BE(head.length + payload.length, 0);
  head.write('free', 4, 'latin1');
  return Buffer.concat([head, payload]);
};

/** Creates playable videos, vertical or horizontal. Returns a function that makes the bytes unique for each `bytesOf`. */
export const videosByStyle = async () => {
  const videos = {
    縦動画: await encodeVideo({ width: 72, height: 128, seconds: 0.4 }),
    横動画: await encodeVideo({ width: 128, height: 72, seconds: 0.4 }),
  };
  return ({ style, bytesOf }: { style: VideoStyle; bytesOf: string }): Buffer => Buffer.concat([videos[style], boxOf(bytesOf)]);
};

/** Creates the contests and puts all ordered athletes on sale. Returns the ids of the contests by name. */
export const stockBulkContests = async (admin: Admin, orders: readonly BulkOrder[]): Promise<ReadonlyMap<string, string>> => {
  const videos = orders.flatMap(({ lines }) => lines.map(({ video }) => video));
  const ids = new Map<string, string>();
  for (const name of CONTESTS) {
    const { id } = await admin.createContest({ name });
    for (const category of CATEGORIES) await admin.createCategory(id, category);
    const athletes = new Map(
      videos
        .filter(({ contest }) => contest === name)
        .map(({ category, bib }) => [`${category} ${bib}`, { category, athleteNumber: bib, videoStatus: '販売中' }]),
    );
    const prices = { verticalVideoPrice: PRICE, horizontalVideoPrice: PRICE };
    const { failed } = await admin.createAthletes(
      id,
      [...athletes.values()].map((athlete) => ({ ...athlete, ...prices })),
    );
    if (failed.length > 0) throw new Error(`${failed.length} athletes of ${name} were refused`);
    await admin.updateContest(id, { videoPublished: true });
    ids.set(name, id);
  }
  return ids;
};

export type PlacedOrder = BulkOrder & { email: string; orderNumber: string; lineIds: readonly string[] };

type Purchase = { stack: TestStack; contestIds: ReadonlyMap<string, string>; order: BulkOrder; email: string };

/** Buys all videos of the order at once, as a separate guest. */
export const placeBulkOrder = async ({ stack, contestIds, order, email }: Purchase): Promise<PlacedOrder> => {
  const guest = stack.newCustomer();
  await guest.proveEmail(email);
  const items = order.lines.map(({ video: { contest, category, bib, style } }) => ({
    contestId: contestIds.get(contest) ?? '',
    category,
    athleteNumber: bib,
    videoStyle: style,
  }));
  const { intent, lines } = await guest.buy({ items, amount: items.length * PRICE, customer: { email, name: '試験 太郎' } });
  return { ...order, email, orderNumber: intent.orderNumber, lineIds: lines.map(({ id }) => id) };
};

/** The delivery mails that the customer of the order has received. */
export const deliveryMails = async (stack: TestStack, { email, orderNumber }: PlacedOrder) =>
  (await stack.mailbox.to(email)).filter(({ subject }) => subject === orderDeliverySubject(orderNumber));

/** Waits for the delivery mail. Returns the id of the download page that it links to. */
export const mailedPage = (stack: TestStack, order: PlacedOrder): Promise<string> =>
  until({
    what: `the mail of ${order.orderNumber}`,
    find: async () => {
      const [mail] = await deliveryMails(stack, order);
      return mail !== undefined && (/\/download\/([\w-]{20,64})/.exec(mail.text)?.[1] ?? false);
    },
    timeoutMs: 60_000,
  });

/** Downloads every video of a page as its customer does. Returns the SHA-256 of each file by line id. */
export const fetchPage = async (stack: TestStack, pageId: string): Promise<ReadonlyMap<string, string>> => {
  const customer = stack.newCustomer();
  const { orders } = await customer.downloadPage(pageId);
  const digests = new Map<string, string>();
  for (const { id } of orders) {
    const { url } = await customer.claim(pageId, id);
    const response = await fetch(new URL(url, stack.info.gateway), { headers: { cookie: customer.cookies() } });
    digests.set(id, digest(new Uint8Array(await response.arrayBuffer())));
  }
  return digests;
};
