import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { command, compose, eventually, PROJECT } from '../src/compose.ts';
import { buy, openShop, publishContest, type Shop } from '../src/shop.ts';

/** All that belongs to the shop. The card simulator and the mailbox are the world outside, which stays. */
const SERVICES = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'];
const SERVERS = ['mongodb', 'redis', 'rabbitmq'];
/** Several chunks. */
const UPLOADED_BYTES = 20 * 2 ** 20;

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file with the signature of an MP4, as the sample video of a contest. Returns its address and hash. */
const uploadVideo = async (shop: Shop, contestId: string): Promise<{ path: string; sha256: string }> => {
  const signature = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1');
  const content = Buffer.concat([signature, randomBytes(UPLOADED_BYTES)]);
  const admin = await shop.signedInAdmin();
  const { url } = await admin.uploadMedia(contestId, { name: 'sample.mp4', contentType: 'video/mp4', category: 'sample', content });
  if (!url) throw new Error('The video has no public address');
  return { path: url, sha256: sha256Of(content) };
};

test('when all servers and data are lost after a backup, then a restore brings back its orders and files, and names payments that came later', async () => {
  const shop = await openShop();
  const item = await publishContest(shop, '復元の大会');
  const video = await uploadVideo(shop, item.contestId);
  // From the first backup on, events are recorded for the next one.
  await compose('run', '--rm', 'backup');
  const kept = await buy(shop, { item, email: `kept-${Date.now()}@example.jp` });
  const cookies = (await shop.signedInAdmin()).cookies();
  await compose('run', '--rm', 'backup', 'backup', '/backups', '--keep', '1');
  const lost = await buy(shop, { item, email: `lost-${Date.now()}@example.jp` });

  await expect(compose('run', '--rm', 'backup', 'restore', '/backups')).rejects.toThrow(/consum|running|documents/);

  await compose('rm', '--stop', '--force', ...SERVICES, ...SERVERS, 'mongodb-users');
  for (const volume of [...SERVERS, 'media']) await command('docker', 'volume', 'rm', `${PROJECT}_${volume}`);
  await compose('up', '--detach', '--no-build', '--wait', ...SERVERS);
  const printed = await compose('run', '--rm', 'backup', 'restore', '/backups');
  expect(printed).toContain(lost);
  expect(printed).not.toContain(kept);

  await compose('up', '--detach', '--no-build', '--wait');
  const restored = await openShop();
  const old = await fetch(`${restored.gateway}/api/orders`, { headers: { cookie: cookies } });
  expect(old.status).toBe(401);
  const stored = await fetch(new URL(video.path, restored.gateway));
  expect(sha256Of(new Uint8Array(await stored.arrayBuffer()))).toBe(video.sha256);
  const admin = await restored.signedInAdmin();
  const numbers = (await admin.orders()).map(({ orderNumber }) => orderNumber);
  expect(numbers.some((number) => number.startsWith(kept))).toBe(true);
  expect(numbers.some((number) => number.startsWith(lost))).toBe(false);
  // The repeated events have been processed once mails go out again.
  expect(await eventually(() => buy(restored, { item, email: `after-${Date.now()}@example.jp` }))).not.toBe('');
  const confirmations = (await restored.mailbox.all()).filter(({ subject }) => subject.includes(kept));
  expect(confirmations).toHaveLength(1);
}, 600_000);
