// Covers: services/catalog, services/orders, services/identity, services/notify, services/media, tools/backup
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openAdmin, openMailbox } from '@stagereel/shop-client';
import { choosePorts, type Stack, startStack } from '@stagereel/stack';
import { findS3Server, startS3Server } from '../services/media/test/support/s3-server.ts';
import { testUnless } from '../services/media/test/support/test-unless.ts';
import { openFolder } from '../tools/backup/src/place/folder.ts';
import { openBucket } from '../tools/backup/src/place/s3.ts';
import { readText, type Target } from '../tools/backup/src/place/target.ts';
import { readTargetS3 } from '../tools/backup/src/settings.ts';
import { createSale, type Outcome, type Purchase, runCommand, sha256At, startLoad, type Upload } from './support/backup-drill.ts';
import { until } from './support/poll.ts';
import { startTestStack } from './support/test-stack.ts';

const LIMIT_MS = 900_000;
const CONFIRMATION = /ご注文/;

let folder = '';
let elsewhere: Stack | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagereel-backup-'));
});
afterEach(async () => {
  await elsewhere?.stop();
  elsewhere = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Where the backups are, and the settings of a shop that keeps its media there, too. */
type Place = { address: string; backups: Target; settings: Record<string, string>; destroyMedia: () => Promise<void> };

type Recorded = { purchases: Purchase[]; uploads: Upload[] };
type Manifest = { startedAt: string; dumpStartedAt: string; dumpEndedAt: string; endedAt: string; events: { count: number } };

const namesIn = async (target: Target, prefix: string): Promise<string[]> => {
  const names = [];
  for await (const { name } of target.list(prefix)) names.push(name);
  return names.sort();
};

const newestManifest = async (target: Target): Promise<Manifest> => {
  const names = await namesIn(target, 'backups/');
  return JSON.parse((await readText(target, names.filter((name) => name.endsWith('/manifest.json')).at(-1) ?? '')) ?? '');
};

const loseAndRestore = async ({ address, backups, settings, destroyMedia }: Place): Promise<void> => {
  const restored = join(folder, 'restored');
  const shop = await startTestStack({ isSeeded: false, hasOwnServers: true, env: settings });
  const recorded: Recorded = { purchases: [], uploads: [] };
  const cookies = { admin: '' };
  let mails: string[] = [];
  const credentials = shop.info.admin;
  let running: Outcome | undefined;
  try {
    const admin = await shop.signedInAdmin();
    cookies.admin = admin.cookies();
    const item = await createSale(admin);
    const load = startLoad({ shop: { gateway: shop.info.gateway, mailbox: shop.info.mailbox }, admin, item });
    await until({
      what: 'purchases and uploads before the first backup',
      find: async () => load.purchases.length >= 5 && load.uploads.length >= 3,
    });
    expect(await runCommand(['backup', address], shop.dir, settings)).toMatchObject({ code: 0 });
    const afterFirst = { files: (await namesIn(backups, 'files/')).length, purchases: load.purchases.length };
    expect(afterFirst.files).toBeGreaterThan(0);
    await until({ what: 'more purchases', find: async () => load.purchases.length >= afterFirst.purchases + 5 });
    const second = await runCommand(['backup', address, '--keep', '1'], shop.dir, settings);
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('Retention: 1 backups and 0 media files were deleted') });
    const afterSecond = load.purchases.length;
    await until({ what: 'purchases that no backup contains', find: async () => load.purchases.length >= afterSecond + 3 });
    await load.stop();
    Object.assign(recorded, { purchases: load.purchases, uploads: load.uploads });
    const addresses = recorded.purchases.map(({ email }) => email);
    await until({
      what: 'the confirmations of all orders',
      find: async () => {
        const all = (await shop.mailbox.all()).filter(({ subject }) => CONFIRMATION.test(subject));
        mails = all.flatMap(({ to }) => to.map(({ address }) => address));
        return addresses.every((address) => mails.includes(address));
      },
    });
    running = await runCommand(['restore', address], shop.dir, settings);
    // Neither the secrets nor the card provider are part of a backup.
    await cp(join(shop.dir, 'secrets.json'), join(restored, 'secrets.json'));
    await cp(join(shop.dir, 'stripe'), join(restored, 'stripe'), { recursive: true });
  } finally {
    await shop.stop();
  }
  expect(running).toMatchObject({ code: 1, output: expect.stringContaining('The shop is running') });
  expect(await readdir(shop.dir).catch(() => 'gone')).toBe('gone');
  await destroyMedia();

  const outcome = await runCommand(['restore', address], restored, settings);
  expect(outcome).toMatchObject({ code: 0 });
  const again = await runCommand(['restore', address], restored, settings);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('These databases have data') });

  const portOf = await choosePorts({ dir: restored, names: ['gateway'] });
  // An order that was dumped before its payment succeeded becomes paid by the reconciler, by default after five minutes.
  const constants = { orders: { reconcileAfterMs: 1000, reconcileEveryMs: 1000 } };
  const env = { ...process.env, ...settings };
  elsewhere = await startStack({ dir: restored, port: portOf('gateway'), env, constants, log: () => undefined });
  const { gateway, mailbox } = elsewhere.info;
  const manifest = await newestManifest(backups);
  const signedOut = await fetch(new URL('/api/orders', gateway), { headers: { cookie: cookies.admin } });
  expect(signedOut.status).toBe(401);

  const admin = openAdmin({ gateway, mailbox: openMailbox(mailbox) });
  await admin.signIn(credentials);
  const isListed = ({ orderNumber }: Purchase): boolean => outcome.output.includes(`${orderNumber} `);
  const before = recorded.purchases.filter(({ at }) => at.toISOString() < manifest.dumpStartedAt);
  expect(before.length).toBeGreaterThan(9);
  await until({
    what: 'every paid order in the shop, or in the list of payments',
    timeoutMs: 120_000,
    find: async () => {
      const lines = await admin.orders();
      return recorded.purchases.every(
        (purchase) => lines.some(({ customerEmail }) => customerEmail === purchase.email) || isListed(purchase),
      );
    },
  });
  const lines = await admin.orders();
  const missing = (purchases: readonly Purchase[]) =>
    purchases.filter(({ email }) => !lines.some(({ customerEmail }) => customerEmail === email));
  expect(missing(before)).toEqual([]);
  expect(missing(recorded.purchases).every(isListed)).toBe(true);
  expect(missing(recorded.purchases).length).toBeGreaterThan(0);

  const repeated = (await openMailbox(mailbox).all()).filter(({ subject }) => CONFIRMATION.test(subject));
  const repeatedTo = new Set(repeated.flatMap(({ to }) => to.map(({ address }) => address)));
  expect(before.filter(({ email }) => repeatedTo.has(email))).toEqual([]);
  expect(before.every(({ email }) => mails.includes(email))).toBe(true);

  const kept = recorded.uploads.filter(({ at }) => at.toISOString() < manifest.dumpStartedAt);
  expect(kept.length).toBeGreaterThan(3);
  for (const { url, sha256 } of kept) expect(await sha256At(new URL(url, gateway))).toBe(sha256);
  const ready = await fetch(new URL('/readyz', elsewhere.info.services['media']?.url));
  expect(await ready.json()).toMatchObject({ status: 'ready' });

  const seconds = (Date.parse(manifest.dumpEndedAt) - Date.parse(manifest.dumpStartedAt)) / 1000;
  console.log(
    `${outcome.output}\nRestored: ${before.length} orders and ${kept.length} files from before the dump, which took ${seconds} s; ` +
      `${missing(recorded.purchases).length} of ${recorded.purchases.length} paid orders are in the list of payments only. ` +
      `Data loss window: what is stored after ${manifest.dumpStartedAt}, until the next backup.`,
  );
};

const RESTORED = 'it is restored elsewhere with every paid order, mail and file';

test(
  `when everything is destroyed after a backup under load, then ${RESTORED}`,
  async () => {
    const address = join(folder, 'backups');
    // The media were in the folder of the shop.
    await loseAndRestore({ address, backups: openFolder(address), settings: {}, destroyMedia: async () => undefined });
  },
  LIMIT_MS,
);

const { program, reason } = await findS3Server();

testUnless(reason ?? false)(
  `when the same happens to a shop whose media and backups are in S3, then ${RESTORED}`,
  async () => {
    const s3 = await startS3Server(program ?? '');
    try {
      await s3.createBucket('backups');
      const address = 's3://backups/shop';
      const backups = await openBucket({ address, config: readTargetS3(s3.env) });
      await loseAndRestore({ address, backups, settings: s3.env, destroyMedia: s3.deleteMedia });
    } finally {
      await s3.stop();
    }
  },
  LIMIT_MS,
);
