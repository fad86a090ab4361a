import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { command, compose, containersOf, eventually, settingOf } from '../src/compose.ts';
import { buy, openShop, publishContest } from '../src/shop.ts';

const SERVICES = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'];
const imageOf = (service: string): string => `stagereel-${service}:${settingOf('TAG')}`;

test('when the demo was started with a generated file, then a customer can buy a video and receives the confirmation', async () => {
  const shop = await openShop();
  const item = await publishContest(shop, 'コンテナ試験 大会');
  expect(await buy(shop, { item, email: 'first@example.jp' })).not.toBe('');
});

test('when an image is built, then it is small', async () => {
  const sizes = await Promise.all(
    SERVICES.map(async (service) => {
      const bytes = Number(await command('docker', 'image', 'inspect', '--format', '{{.Size}}', imageOf(service)));
      return { service, megabytes: Math.round(bytes / 1e6) };
    }),
  );
  console.log(sizes.map(({ service, megabytes }) => `${service} ${megabytes} MB`).join(', '));
  expect(sizes.filter(({ service, megabytes }) => megabytes > (service === 'media' ? 550 : 400))).toEqual([]);
});

test('when an image is built, then it contains no packages but those that cannot be bundled', async () => {
  const packages = await Promise.all(
    SERVICES.map((service) =>
      command(
        'docker',
        'run',
        '--rm',
        '--entrypoint',
        'find',
        imageOf(service),
        '/app',
        '-name',
        'package.json',
        '-path',
        '*/node_modules/*',
      ),
    ),
  );
  const names = new Set(
    [...packages.join('\n').matchAll(/\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/package\.json$/gm)].map(([, name]) => name),
  );
  expect(
    [...names].filter((name) => /^(maildev|express|esbuild|mongodb|react|prettier|socket\.io|typescript|jest)/.test(name ?? '')),
  ).toEqual([]);
  expect(names).toContain('sharp');
});

test('when the media image reads a video, then ffmpeg and ffprobe have all of their libraries', async () => {
  const [media = ''] = await containersOf('media');
  const made = [
    'ffmpeg -v error -f lavfi -i testsrc=d=1 -c:v libx264 /tmp/a.mp4',
    'ffprobe -v error -show_entries format=duration -of csv=p=0 /tmp/a.mp4',
  ];
  expect(await command('docker', 'exec', media, 'sh', '-c', made.join(' && '))).toBe('1.000000\n');
});

test('when an operator runs the commands for dead letters and media in the containers, then they work', async () => {
  expect(await compose('exec', '-T', 'notify', 'node', 'services/notify/dist/dlq.js', 'list')).toBe('No dead letters.\n');
  expect(await compose('exec', '-T', 'media', 'node', 'services/media/dist/media.js', 'sweep', '--dry-run')).not.toBe('');
});

test('when nothing else is configured, then every published port belongs to this machine alone', async () => {
  const published = z.array(z.object({ Publishers: z.array(z.object({ URL: z.string(), PublishedPort: z.number() })).nullable() }));
  const lines = (await compose('ps', '--format', 'json')).trim().split('\n');
  const ports = published.parse(lines.map((line) => JSON.parse(line))).flatMap(({ Publishers }) => Publishers ?? []);
  const open = ports.filter(({ PublishedPort }) => PublishedPort !== 0);
  expect(open.length).toBeGreaterThan(0);
  expect(open.filter(({ URL: address }) => address !== '127.0.0.1')).toEqual([]);
});

test('when a container was healthy once, then its checks are rare, and a failure is still found', async () => {
  const [redis = ''] = await containersOf('redis');
  const health = () => command('docker', 'inspect', '--format', '{{.State.Health.Status}} {{len .State.Health.Log}}', redis);
  expect(await health()).toContain('healthy');
  const limits = await command('docker', 'inspect', '--format', '{{.HostConfig.Memory}} {{.HostConfig.PidsLimit}}', redis);
  expect(
    limits
      .trim()
      .split(' ')
      .map(Number)
      .every((limit) => limit > 0),
  ).toBe(true);
  await command('docker', 'pause', redis);
  try {
    // A paused container cannot run its check.
    await eventually(async () => (await health()).startsWith('unhealthy'), { timeoutMs: 240_000 });
  } finally {
    await command('docker', 'unpause', redis);
  }
  await eventually(async () => (await health()).startsWith('healthy'), { timeoutMs: 120_000 });
}, 400_000);
