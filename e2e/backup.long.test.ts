// Covers: services/catalog, services/orders, services/identity, services/notify, services/media, tools/backup
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openAdmin, openMailbox } from '@stagereel/shop-client';
import { choosePorts, type Stack, startStack } from '@stagereel/stack';
import { createSale, type Outcome, type Purchase, runCommand, sha256At, startLoad, type Upload } from './support/backup-drill.ts';
import { until } from './support/poll.ts';
import { startTestStack } from './support/test-stack.ts';

const LIMIT_MS = 900_000;
const CONFIRMATION = /ご注文/;

let folder = '';
let elsewhere: Stack | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagereel-backup-'));
});
afterAll(async () => {
  await elsewhere?.stop();
  await rm(folder, { recursive: true, force: true });
});

type Recorded = { purchases: Purchase[]; uploads: Upload[] };
type Manifest = { startedAt: string; dumpStartedAt: string; dumpEndedAt: string; endedAt: string; events: { count: number } };

const newestManifest = async (): Promise<Manifest> => {
  const ids = (await readdir(join(folder, 'backups/backups'))).sort();
  return JSON.parse(await readFile(join(folder, 'backups/backups', ids.at(-1) ?? '', 'manifest.json'), 'utf8'));
};

const countFiles = async (): Promise<number> =>
  (await readdir(join(folder, 'backups/files'), { recursive: true })).filter((name) => name.includes('/')).length;

test(
  'when everything is destroyed after a backup under load, then it is restored elsewhere with every paid order, mail and file',
  async () => {
    const backups = join(folder, 'backups');
    const restored = join(folder, 'restored');
    const shop = await startTestStack({ isSeeded: false, hasOwnServers: true });
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
      expect(await runCommand(['backup', backups], shop.dir)).toMatchObject({ code: 0 });
      const afterFirst = { files: await countFiles(), purchases: load.purchases.length };
      expect(afterFirst.files).toBeGreaterThan(0);
      await until({ what: 'more purchases', find: async () => load.purchases.length >= afterFirst.purchases + 5 });
      const second = await runCommand(['backup', backups, '--keep', '1'], shop.dir);
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
      running = await runCommand(['restore', backups], shop.dir);
      // Neither the secrets nor the card provider are part of a backup.
      await cp(join(shop.dir, 'secrets.json'), join(restored, 'secrets.json'));
      await cp(join(shop.dir, 'stripe'), join(restored, 'stripe'), { recursive: true });
    } finally {
      await shop.stop();
    }
    expect(running).toMatchObject({ code: 1, output: expect.stringContaining('The shop is running') });
    expect(await readdir(shop.dir).catch(() => 'gone')).toBe('gone');

    const outcome = await runCommand(['restore', backups], restored);
    expect(outcome).toMatchObject({ code: 0 });
    const again = await runCommand(['restore', backups], restored);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('These databases have data') });

    const portOf = await choosePorts({ dir: restored, names: ['gateway'] });
    elsewhere = await startStack({ dir: restored, port: portOf('gateway'), env: process.env, log: () => undefined });
    const { gateway, mailbox } = elsewhere.info;
    const manifest = await newestManifest();
    const signedOut = await fetch(new URL('/api/orders', gateway), { headers: { cookie: cookies.admin } });
    expect(signedOut.status).toBe(401);

    const admin = openAdmin({ gateway, mailbox: openMailbox(mailbox) });
    await admin.signIn(credentials);
    const isListed = ({ orderNumber }: Purchase): boolean => outcome.output.includes(`${orderNumber} `);
    const before = recorded.purchases.filter(({ at }) => at.toISOString() < manifest.dumpStartedAt);
    expect(before.length).toBeGreaterThan(9);
    // An order that was dumped before its payment succeeded becomes paid by the reconciler.
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
  },
  LIMIT_MS,
);
