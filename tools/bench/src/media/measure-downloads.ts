import { randomBytes, randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { ticketSchema } from '@stagereel/contracts';
import { browserDigest, storedPath } from '@stagereel/service-kit';
import { drain } from './drain.ts';
import type { StoredFiles } from './measure-uploads.ts';
import { startNginx } from './nginx.ts';
import { inRounds, reportLine, speedOf } from './rounds.ts';

const WARM_UPS = 3;
const ROUNDS = 15;
const DAY_MS = 86_400_000;

type Input = { stored: StoredFiles; gateway: string; media: string; mediaDir: string; token: string; fileBytes: number };

/** Downloads from media itself and through the gateway, public and counted, beside nginx's sendfile of the same file. */
export const measureDownloads = async ({ stored, gateway, media, mediaDir, token, fileBytes }: Input): Promise<void> => {
  const nginx = await startNginx(mediaDir);
  if (!nginx) console.log('\nnginx is not installed (apt-get install nginx-light): without the peer there are no ratios');

  const fetchWhole = (url: URL, headers: Record<string, string> = {}): Promise<number> =>
    speedOf(fileBytes, async () => {
      const received = await drain({ url, headers });
      if (received !== fileBytes) throw new Error(`${url.href} sent ${received} bytes of ${fileBytes}`);
    });

  /** A claim of its own each time: two downloads are all that one allows. */
  const fetchCounted = async (origin: string): Promise<number> => {
    const cookie = randomBytes(32).toString('base64url');
    const claim = { mediaId: stored.finished.id, claimId: randomUUID(), browser: browserDigest(cookie), title: 'bench' };
    const response = await fetch(new URL('/internal/tickets', media), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-token': token },
      body: JSON.stringify({ ...claim, until: new Date(Date.now() + DAY_MS).toISOString() }),
    });
    const { path } = ticketSchema.parse(await response.json());
    return fetchWhole(new URL(path, origin), { cookie: `download_claim=${cookie}` });
  };

  const publicPath = stored.sample.url ?? '';
  const nginxPath = `/${relative(mediaDir, storedPath({ dir: mediaDir, key: stored.sample.id }))}`;
  try {
    const speeds = await inRounds({
      warmUps: WARM_UPS,
      rounds: ROUNDS,
      contestants: {
        ...(nginx ? { peer: () => fetchWhole(new URL(nginxPath, nginx.url)) } : {}),
        direct: () => fetchWhole(new URL(publicPath, media)),
        gateway: () => fetchWhole(new URL(publicPath, gateway)),
        directCounted: () => fetchCounted(media),
        gatewayCounted: () => fetchCounted(gateway),
      } as Record<'peer' | 'direct' | 'gateway' | 'directCounted' | 'gatewayCounted', () => Promise<number>>,
    });
    const toPeer = (speed: number, goal: number) => (nginx ? { speed, ratio: speed / speeds.peer, goal } : { speed });
    console.log('\ndownload of a stored video:');
    if (nginx) reportLine({ name: 'nginx, sendfile', speed: speeds.peer });
    reportLine({ name: 'media itself, public', ...toPeer(speeds.direct, 0.9) });
    reportLine({ name: 'media itself, counted', ...toPeer(speeds.directCounted, 0.9) });
    reportLine({ name: 'through the gateway, public', ...toPeer(speeds.gateway, 0.5) });
    reportLine({ name: 'through the gateway, counted', ...toPeer(speeds.gatewayCounted, 0.5) });
  } finally {
    await nginx?.stop();
  }
};
