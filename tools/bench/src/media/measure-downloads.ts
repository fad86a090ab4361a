import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { ticketSchema } from '@stagereel/contracts';
import { browserDigest, storedPath } from '@stagereel/service-kit';
import { startNginx } from '../kit/nginx.ts';
import { reportRow, reportSection } from '../kit/report.ts';
import { createRecord, inRounds } from '../kit/rounds.ts';
import type { StoredFiles } from './measure-uploads.ts';
import { speedOf, speedWithCpu, type Transfer } from './speed.ts';

const WARM_UPS = 3;
const ROUNDS = 15;
const DAY_MS = 86_400_000;
const BUFFER_BYTES = 1024 * 1024;

/** `dir` is the stack's folder; `media` the address of the media service. */
type Input = { stored: StoredFiles; gateway: string; media: string; dir: string; token: string; fileBytes: number; pids: Transfer['pids'] };

/** Downloads from the media service and through the gateway, public and counted, with nginx's sendfile as the baseline. */
export const measureDownloads = async ({ stored, gateway, media, dir, token, fileBytes, pids }: Input): Promise<void> => {
  const mediaDir = join(dir, 'media');
  const nginx = await startNginx({ dir, directives: `server { LISTEN; root ${mediaDir}; }` });
  if (!nginx) console.log('\nnginx is not installed (apt-get install nginx-light), so there is no baseline and no ratio');

  const record = createRecord({ warmUps: WARM_UPS });
  const receiveWhole = async (url: URL, headers: Record<string, string> = {}): Promise<void> => {
    const received = await receiveBody({ url, headers });
    if (received !== fileBytes) throw new Error(`${url.href} sent ${received} of ${fileBytes} bytes`);
  };
  const fetchWhole = (name: string, url: URL, headers: Record<string, string> = {}): Promise<number> =>
    speedWithCpu({ fileBytes, pids, addCpu: (ms) => record.add(name, ms) }, () => receiveWhole(url, headers));

  /** With a new claim each time, because a claim allows two downloads. */
  const fetchCounted = async (name: string, origin: string): Promise<number> => {
    const cookie = randomBytes(32).toString('base64url');
    const claim = { mediaId: stored.finished.id, claimId: randomUUID(), browser: browserDigest(cookie), title: 'bench' };
    const response = await fetch(new URL('/internal/tickets', media), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-token': token },
      body: JSON.stringify({ ...claim, until: new Date(Date.now() + DAY_MS).toISOString() }),
    });
    const { path } = ticketSchema.parse(await response.json());
    return fetchWhole(name, new URL(path, origin), { cookie: `download_claim=${cookie}` });
  };

  const publicPath = stored.sample.url ?? '';
  const nginxPath = `/${relative(mediaDir, storedPath({ dir: mediaDir, key: stored.sample.id }))}`;
  try {
    const speeds = await inRounds({
      warmUps: WARM_UPS,
      rounds: ROUNDS,
      contestants: {
        ...(nginx ? { baseline: () => speedOf(fileBytes, () => receiveWhole(new URL(nginxPath, nginx.url))) } : {}),
        direct: () => fetchWhole('direct', new URL(publicPath, media)),
        gateway: () => fetchWhole('gateway', new URL(publicPath, gateway)),
        directCounted: () => fetchCounted('directCounted', media),
        gatewayCounted: () => fetchCounted('gatewayCounted', gateway),
      } as Record<'baseline' | 'direct' | 'gateway' | 'directCounted' | 'gatewayCounted', () => Promise<number>>,
    });
    const withRatio = (value: readonly number[], atLeast: number) => ({
      value,
      unit: 'MiB/s',
      ...(nginx && { baseline: speeds.baseline, atLeast }),
    });
    reportSection('download of a stored video');
    if (nginx) reportRow({ name: 'nginx, sendfile', value: speeds.baseline, unit: 'MiB/s' });
    reportRow({ name: 'media service, public', ...withRatio(speeds.direct, 0.9) });
    reportRow({ name: 'media service, counted', ...withRatio(speeds.directCounted, 0.9) });
    reportRow({ name: 'through the gateway, public', ...withRatio(speeds.gateway, 0.5) });
    reportRow({ name: 'through the gateway, counted', ...withRatio(speeds.gatewayCounted, 0.5) });
    reportRow({ name: 'media service, CPU time per MiB', value: record.of('direct'), unit: 'ms' });
    reportRow({ name: 'gateway and media, CPU time per MiB', value: record.of('gateway'), unit: 'ms' });
  } finally {
    await nginx?.stop();
  }
};

/** Receives a file over a bare socket into one buffer that is reused, so that the client costs little CPU. Returns the body's bytes. */
const receiveBody = ({ url, headers }: { url: URL; headers: Record<string, string> }): Promise<number> =>
  new Promise((resolve, reject) => {
    let received = 0;
    let head = '';
    let isBody = false;
    const receive = (count: number, buffer: Uint8Array): boolean => {
      if (isBody) {
        received += count;
        return true;
      }
      head += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end !== -1) {
        isBody = true;
        received = head.length - end - 4;
      }
      return true;
    };
    const onread = { buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES), callback: receive };
    const socket = connect({ host: url.hostname, port: Number(url.port), onread });
    const lines = Object.entries({ host: url.host, connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('connect', () => socket.write(`GET ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n`));
    socket.on('error', reject);
    socket.on('close', () => (head.startsWith('HTTP/1.1 200') ? resolve(received) : reject(new Error(head.split('\r\n')[0]))));
  });
