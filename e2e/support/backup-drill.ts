import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { OrderItem } from '@stagereel/contracts';
import { type Admin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { mp4Of, pngOf } from './media-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CATEGORY = 'ビキニ';
const PRICE = 3000;
const LIMIT_MS = 300_000;

export type Outcome = { code: number; output: string };

/** `npm run backup` or `npm run restore` for the stack in `dir`, as an operator runs it with these settings. */
export const runCommand = (args: readonly string[], dir: string, settings: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  new Promise((done) => {
    const program = [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'tools/backup/src/npm.ts'), ...args];
    const options = { env: { ...process.env, ...settings, STACK_DIR: dir }, timeout: LIMIT_MS, cwd: ROOT };
    execFile(process.execPath, program, options, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` });
    });
  });

/** A published contest with an athlete on sale. */
export const createSale = async (admin: Admin): Promise<OrderItem> => {
  const contest = await admin.createContest({ name: '復元訓練 大会' });
  await admin.createCategory(contest.id, CATEGORY);
  const athlete = { athleteNumber: '1', category: CATEGORY, videoStatus: '販売中', verticalVideoPrice: PRICE, horizontalVideoPrice: PRICE };
  await admin.createAthletes(contest.id, [athlete]);
  await admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' });
  return { contestId: contest.id, category: CATEGORY, athleteNumber: '1', videoStyle: '縦動画' };
};

/** `at`: when the customer or admin knew of it. */
export type Purchase = { email: string; orderNumber: string; at: Date };
export type Upload = { url: string; sha256: string; at: Date };

type Load = { shop: { gateway: string; mailbox: string }; admin: Admin; item: OrderItem };

/** Customers buy and an admin uploads, one after the other in each of three lanes, until `stop`. */
export const startLoad = ({ shop, admin, item }: Load) => {
  const purchases: Purchase[] = [];
  const uploads: Upload[] = [];
  const mailbox = openMailbox(shop.mailbox);
  let isStopped = false;

  const buy = async (email: string): Promise<void> => {
    const customer = openCustomer({ gateway: shop.gateway, mailbox });
    await customer.proveEmail(email);
    const { intent } = await customer.buy({ items: [item], amount: PRICE, customer: { email, name: '訓練 太郎' } });
    purchases.push({ email, orderNumber: intent.orderNumber, at: new Date() });
  };
  const upload = async (index: number): Promise<void> => {
    // Now and then one that is restored in several chunks.
    const isLarge = index % 5 === 1;
    const content = isLarge ? mp4Of(20 * 1024 * 1024 + index * 4) : pngOf({ width: 320 + index, height: 200 });
    // Otherwise all large files would begin with the same bytes.
    if (isLarge) content.writeUInt32BE(index, 64);
    const type = isLarge ? { name: `${index}.mp4`, contentType: 'video/mp4' } : { name: `${index}.png`, contentType: 'image/png' };
    const { url } = await admin.uploadMedia(item.contestId, { ...type, content, category: 'sample' });
    if (!url) throw new Error(`${type.name} has no public address`);
    // As served: the shop removes metadata from what was uploaded.
    const sha256 = await sha256At(new URL(url, shop.gateway));
    if (sha256.startsWith('status')) throw new Error(`${url} responds with ${sha256}`);
    uploads.push({ url, sha256, at: new Date() });
  };
  const repeat = async (work: (index: number) => Promise<void>): Promise<void> => {
    for (let index = 0; !isStopped; index += 1) await work(index);
  };
  const lanes = Promise.all([
    repeat((index) => buy(`a${index}@drill.example`)),
    repeat((index) => buy(`b${index}@drill.example`)),
    repeat(upload),
  ]);
  // Awaited by `stop`; until then a failure must not end the process.
  lanes.catch(() => undefined);
  return {
    purchases,
    uploads,
    stop: async (): Promise<void> => {
      isStopped = true;
      await lanes;
    },
  };
};

export const sha256At = async (url: URL): Promise<string> => {
  const response = await fetch(url);
  if (!response.ok) return `status ${response.status}`;
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
};
