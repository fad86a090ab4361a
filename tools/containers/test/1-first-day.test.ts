import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { command, compose, containerOf, eventually, sendSignal, settingOf } from '../src/compose.ts';
import { buy, openShop, publishContest } from '../src/shop.ts';

const SERVICES = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'];
/** Those that an operator runs without profile demo. */
const IMAGES = [...SERVICES, 'backup'];
const imageOf = (service: string): string => `stagereel-${service}:${settingOf('TAG')}`;

test('when the demo was started with a generated file, then a customer can buy a video and receives the confirmation', async () => {
  const shop = await openShop();
  const item = await publishContest(shop, 'コンテナ試験 大会');
  expect(await buy(shop, { item, email: 'first@example.jp' })).not.toBe('');
});

test('when an image is built, then it is small', async () => {
  const sizes = await Promise.all(
    IMAGES.map(async (service) => {
      const bytes = Number(await command('docker', 'image', 'inspect', '--format', '{{.Size}}', imageOf(service)));
      return { service, megabytes: Math.round(bytes / 1e6) };
    }),
  );
  console.log(sizes.map(({ service, megabytes }) => `${service} ${megabytes} MB`).join(', '));
  expect(sizes.filter(({ service, megabytes }) => megabytes > (service === 'media' ? 550 : 400))).toEqual([]);
});

test('when an image is built, then it contains no packages but those that cannot be bundled', async () => {
  const packages = await Promise.all(
    IMAGES.map((service) =>
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
  const media = await containerOf('media');
  const made = [
    'ffmpeg -v error -f lavfi -i testsrc=d=1 -c:v libx264 /tmp/a.mp4',
    'ffprobe -v error -show_entries format=duration -of csv=p=0 /tmp/a.mp4',
  ];
  expect(await command('docker', 'exec', media, 'sh', '-c', made.join(' && '))).toBe('1.000000\n');
});

test('when an operator runs the commands for dead letters and media in the containers, then they work', async () => {
  expect(await compose('exec', '-T', 'identity', 'node', 'services/identity/dist/dlq.js', 'list')).toBe('No dead letters.\n');
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

test('when a proxy on this machine forwards an address, then the gateway trusts it', async () => {
  const { gateway } = await openShop();
  const path = `/api/contests/forwarded-${Date.now()}`;
  await fetch(`${gateway}${path}`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  const container = await containerOf('gateway');
  const line = (await command('docker', 'logs', container)).split('\n').find((each) => each.includes(path));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ req: { remoteAddress: '203.0.113.9' } });
});

test('when a service is healthy, then its checks are rare, and one that hangs is still found', async () => {
  const catalog = await containerOf('catalog');
  const health = z.object({ Status: z.string(), Log: z.array(z.object({ Start: z.coerce.date(), End: z.coerce.date() })) });
  const read = async () => health.parse(JSON.parse(await command('docker', 'inspect', '--format', '{{json .State.Health}}', catalog)));
  const isRare = ({ Log }: z.infer<typeof health>) => Log.some(({ Start, End }) => End.getTime() - Start.getTime() > 8000);
  await eventually(async () => isRare(await read()));
  await sendSignal(catalog, 'SIGSTOP');
  try {
    await eventually(async () => (await read()).Status === 'unhealthy');
  } finally {
    await sendSignal(catalog, 'SIGCONT');
  }
  await eventually(async () => (await read()).Status === 'healthy');
}, 200_000);

test('when a container runs, then its memory, processes and open files are limited', async () => {
  const ids = (await compose('ps', '--quiet')).split('\n').filter((id) => id !== '');
  const format = '{{.Name}} {{.HostConfig.Memory}} {{.HostConfig.PidsLimit}} {{json .HostConfig.Ulimits}}';
  const limits = (await command('docker', 'inspect', '--format', format, ...ids)).trim().split('\n');
  expect(limits.filter((line) => !/ [1-9]\d* [1-9]\d* .*"Name":"nofile","Hard":[1-9]\d*/.test(line))).toEqual([]);
});
