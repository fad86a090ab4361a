import { orderDeliverySubject } from '@stagereel/contracts';
import { type Customer, openCustomer, ShopError } from '@stagereel/shop-client';
import { type Random, seededRandom } from '../plan/seeded.ts';
import type { DeliveredLine } from './deliver-videos.ts';
import { sha256 } from './finished-videos.ts';
import { inParallel, kindOf, type PreparedPlay, takeStep } from './play.ts';

const PHASE = 'downloads';
const AT_ONCE = 16;
/** Orders whose link somebody else tries, too, after its owner. */
const EVERY_NTH_IS_SHARED = 5;
const MAIL_MS = 60_000;
const PATIENCE_MS = 60_000;

export type Download = {
  lineId: string;
  /** What the customer got: the hash of the whole file, or the link. Undefined: nothing. */
  sha256?: string;
  link?: string;
  /** How often the connection broke. */
  cuts: number;
  failure?: string;
  /** Another browser got the video, too. */
  isGivenTwice: boolean;
};

/** Downloads with a connection that breaks after `stopAt` bytes of the whole file; undefined: it does not break. */
const receive = async (
  url: URL,
  { cookies, from, stopAt }: { cookies: string; from: number; stopAt: number | undefined },
): Promise<Buffer> => {
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(60_000)]);
  const range: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
  const response = await fetch(url, { headers: { cookie: cookies, ...range }, signal });
  const expected = from > 0 ? 206 : 200;
  if (response.status !== expected) {
    await response.body?.cancel();
    throw new ShopError(response.status, {}, `GET ${url.pathname}`);
  }
  const pieces: Uint8Array[] = [];
  let received = from;
  for await (const piece of response.body ?? []) {
    const rest = stopAt === undefined ? piece : piece.subarray(0, stopAt - received);
    pieces.push(rest);
    received += rest.length;
    if (stopAt !== undefined && received >= stopAt) break;
  }
  abort.abort();
  return Buffer.concat(pieces);
};

/** The bytes at which the connection breaks: never, once or twice. All parts together stay within twice the size. */
const planCuts = (random: Random, size: number): number[] => {
  const share = random();
  if (share < 0.2) return [];
  const first = Math.floor(size * (0.5 + random() * 0.3));
  return share < 0.7 ? [first] : [first, Math.floor(size * (0.85 + random() * 0.1))];
};

type Input = { customer: Customer; pageId: string; line: DeliveredLine; random: Random };

const downloadFile = async (
  play: PreparedPlay,
  { customer, pageId, line, random }: Input,
): Promise<Pick<Download, 'sha256' | 'link' | 'cuts'>> => {
  const { url } = await takeStep(play, { phase: PHASE, step: 'claim a video', patienceMs: PATIENCE_MS }, () =>
    customer.claim(pageId, line.lineId),
  );
  if (line.link !== undefined) return { link: url, cuts: 0 };
  const address = new URL(url, play.shop.gateway);
  const cuts = planCuts(random, line.size ?? 0);
  const parts: Buffer[] = [];
  await takeStep(play, { phase: PHASE, step: 'download a video' }, async () => {
    for (const stopAt of [...cuts, undefined]) {
      const from = parts.reduce((sum, { length }) => sum + length, 0);
      parts.push(await receive(address, { cookies: customer.cookies(), from, stopAt }));
    }
  });
  return { sha256: sha256(Buffer.concat(parts)), cuts: cuts.length };
};

/** Whether a browser that did not claim the video gets it. */
const isGivenToOthers = async ({ shop }: PreparedPlay, { pageId, lineId }: { pageId: string; lineId: string }): Promise<boolean> => {
  try {
    await openCustomer(shop).claim(pageId, lineId);
    return true;
  } catch (error) {
    if (error instanceof ShopError && error.status < 500) return false;
    throw error;
  }
};

/** The download page, by the link in the delivery mail. */
const findPage = async ({ shop }: PreparedPlay, { email, orderNumber }: { email: string; orderNumber: string }): Promise<string> => {
  const expected = orderDeliverySubject(orderNumber);
  // The order number is in no other mail of this customer but the confirmation and those about refunds.
  const subject = new RegExp(`納品のお知らせ（注文番号 ${orderNumber}）$`);
  const { text } = await shop.mailbox.waitFor({ to: email, subject, timeoutMs: MAIL_MS });
  const pageId = /\/download\/([\w-]{20,64})/.exec(text)?.[1];
  if (pageId === undefined) throw new Error(`The mail "${expected}" has no link`);
  return pageId;
};

/** All customers open the link in their delivery mail and download what is there, with broken connections. */
export const downloadVideos = async (play: PreparedPlay, delivered: readonly DeliveredLine[]): Promise<Download[]> => {
  const { shop, plan, signal, log } = play;
  const byOrder = new Map<string, DeliveredLine[]>();
  for (const line of delivered) byOrder.set(line.orderNumber, [...(byOrder.get(line.orderNumber) ?? []), line]);
  const results = await inParallel([...byOrder], {
    at: AT_ONCE,
    task: async ([orderNumber, lines], index): Promise<Download[]> => {
      signal.throwIfAborted();
      const random = seededRandom(`${plan.seed} download ${index}`);
      const customer = openCustomer({ ...shop, headers: { 'x-forwarded-for': `198.51.100.${index % 250}` } });
      const failAll = (error: unknown): Download[] =>
        lines.map(({ lineId }) => ({ lineId, cuts: 0, isGivenTwice: false, failure: kindOf(error) }));
      let pageId: string;
      try {
        pageId = await findPage(play, { email: lines[0]?.email ?? '', orderNumber });
        await takeStep(play, { phase: PHASE, step: 'open the download page', patienceMs: PATIENCE_MS }, () =>
          customer.downloadPage(pageId),
        );
      } catch (error) {
        return failAll(error);
      }
      const downloads: Download[] = [];
      for (const line of lines) {
        try {
          const got = await downloadFile(play, { customer, pageId, line, random });
          const isShared = index % EVERY_NTH_IS_SHARED === 0;
          const isGivenTwice = isShared && (await isGivenToOthers(play, { pageId, lineId: line.lineId }));
          downloads.push({ lineId: line.lineId, ...got, isGivenTwice });
        } catch (error) {
          downloads.push({ lineId: line.lineId, cuts: 0, isGivenTwice: false, failure: kindOf(error) });
        }
      }
      return downloads;
    },
  });
  const downloads = results.flat();
  const cuts = downloads.reduce((sum, download) => sum + download.cuts, 0);
  log(`downloaded ${downloads.length} videos, with ${cuts} broken connections`);
  return downloads;
};
