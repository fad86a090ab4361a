import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHUNK_BYTES, ticketSchema, type UploadedMedia } from '@stagereel/contracts';
import { browserDigest, storedPath } from '@stagereel/service-kit';
import { type Admin, openAdmin, openCustomer, openMailbox } from '@stagereel/shop-client';
import {
  AS_IN_PRODUCTION,
  buildAll,
  HIGH_LIMITS,
  readInternalToken,
  type TemporaryStack,
  withCpu,
  withTemporaryStack,
} from '@stagereel/stack';
import autocannon from 'autocannon';
import { startNginx } from './nginx.ts';
import { median, printFigure } from './report.ts';

const ATHLETES = 2000;
const CATEGORY = '一般';
const ROUNDS = 3;
const WARM_UP_SECONDS = 1;
const SECONDS = 3;
const CONNECTIONS = 64;
/** Of the bytes per second of nginx. */
const DOWNLOAD_BUDGET = 0.5;
/** Of the requests per second of a bare Fastify. */
const READ_BUDGET = 0.25;
const MIB = 1024 * 1024;
/** A multiple of the chunk size. */
const FILE_BYTES = 100 * CHUNK_BYTES;
const DOWNLOAD_ROUNDS = 7;
const MP4_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
const DAY_MS = 86_400_000;

type Headers = Record<string, string>;
/** What a URL responded, for the bare server. `bytes` is the body as it was sent, in base64. */
export type Answer = { headers: Headers; bytes: string };
type Shop = { stack: TemporaryStack; admin: Admin; gateway: string; contestId: string };

/** The headers that describe the content. The others are the gateway's own. */
const CONTENT_HEADERS = ['content-type', 'content-encoding', 'etag', 'vary', 'cache-control'];

/** Requests a URL once, without decompressing the body. `onData` receives the body, which is not kept. */
const receive = async (url: URL, headers: Headers, onData: (chunk: Buffer) => void): Promise<Headers> => {
  const [response] = await once(request(url, { headers, agent: false }).end(), 'response');
  if (response.statusCode !== 200) throw new Error(`${url.pathname} responded with ${response.statusCode}`);
  response.on('data', onData);
  await once(response, 'end');
  return response.headers;
};

const recordAnswer = async (url: URL, headers: Headers): Promise<Answer> => {
  const chunks: Buffer[] = [];
  const received = await receive(url, headers, (chunk) => chunks.push(chunk));
  const known = CONTENT_HEADERS.flatMap((name) => (received[name] === undefined ? [] : [[name, received[name]]]));
  return { headers: Object.fromEntries(known), bytes: Buffer.concat(chunks).toString('base64') };
};

const startBareFastify = async (answers: readonly Answer[]): Promise<{ url: string; stop: () => void }> => {
  const child = fork(fileURLToPath(new URL('./bare-fastify.process.mjs', import.meta.url)), { execArgv: [] });
  child.send(answers);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
};

const createContest = async (admin: Admin): Promise<string> => {
  const { id } = await admin.createContest({ name: '第12回 関東フィットネス選手権 ベンチ' });
  await admin.createCategory(id, CATEGORY);
  const onSale = { category: CATEGORY, videoStatus: '販売中', verticalVideoPrice: 1000 } as const;
  const athletes = Array.from({ length: ATHLETES }, (_, index) => ({
    ...onSale,
    athleteNumber: String(index + 1),
    name: `選手 ${index + 1}`,
  }));
  const { failed } = await admin.createAthletes(id, athletes);
  if (failed.length > 0) throw new Error('Not all athletes were created');
  await admin.updateContest(id, { videoPublished: true, sitePublicStatus: 'public' });
  return id;
};

/** Requests an address as fast as it responds, and returns the responses per second. */
const loadUrl = async (url: string, headers: Headers, duration = SECONDS): Promise<number> => {
  const result = await autocannon({ url, headers, duration, connections: CONNECTIONS });
  const failed = result.errors + result['4xx'] + result['5xx'];
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
  return result.requests.average;
};

/** Public reads, in turns with a bare Fastify that sends the same bytes; and the same list for a visitor with a session, which is always forwarded. */
const measureReads = async ({ gateway, contestId, admin, stack }: Shop): Promise<void> => {
  const athletes = `/api/contests/${contestId}/athletes`;
  const targets: { name: string; path: string; headers: Headers; isKnown?: boolean }[] = [
    { name: 'contest list', path: '/api/contests', headers: {} },
    { name: 'contest list, 304', path: '/api/contests', headers: {}, isKnown: true },
    { name: `${ATHLETES} athletes`, path: athletes, headers: {} },
    { name: `${ATHLETES} athletes, brotli`, path: athletes, headers: { 'accept-encoding': 'br' } },
  ];
  const answers: Answer[] = [];
  for (const { path, headers } of targets) answers.push(await recordAnswer(new URL(path, gateway), headers));
  const bare = await startBareFastify(answers);
  const pid = stack.info.services['gateway']?.pid ?? 0;
  try {
    console.log(`\nPublic reads, ${CONNECTIONS} connections`);
    for (const [index, { name, path, isKnown, ...target }] of targets.entries()) {
      const tag = isKnown && { 'if-none-match': answers[index]?.headers['etag'] ?? '' };
      const headers = { ...target.headers, ...tag };
      const [own, other] = [`${gateway}${path}`, `${bare.url}/${index}`];
      for (const url of [own, other]) await loadUrl(url, headers, WARM_UP_SECONDS);
      const rates: { own: number; ratio: number; cpuUs: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { result, cpu } = await withCpu({ gateway: pid }, () => loadUrl(own, headers));
        rates.push({ own: result, ratio: result / (await loadUrl(other, headers)), cpuUs: (1000 * cpu.gateway) / (result * SECONDS) });
      }
      printFigure({ name, value: rates.map((rate) => rate.own), unit: 'requests/s' });
      printFigure({ name: '  of a bare Fastify', value: rates.map(({ ratio }) => ratio), atLeast: READ_BUDGET });
      printFigure({ name: '  CPU time of the gateway', value: rates.map(({ cpuUs }) => cpuUs), unit: 'µs' });
    }
    const cookie = admin.cookies();
    await loadUrl(`${gateway}/api/contests`, { cookie }, WARM_UP_SECONDS);
    printFigure({
      name: 'contest list with a session, forwarded',
      value: await loadUrl(`${gateway}/api/contests`, { cookie }),
      unit: 'requests/s',
    });
  } finally {
    bare.stop();
  }
};

/** Stores the same video as a public sample and as the finished video of a paid order line. */
const storeVideos = async ({ stack, admin, gateway, contestId }: Shop): Promise<{ sample: UploadedMedia; finished: UploadedMedia }> => {
  const email = 'bench@example.jp';
  const customer = openCustomer({ gateway, mailbox: openMailbox(stack.info.mailbox) });
  await customer.proveEmail(email);
  const { lines } = await customer.buy({
    items: [{ contestId, category: CATEGORY, athleteNumber: '1', videoStyle: '縦動画' }],
    amount: 1000,
    customer: { email, name: '試験 太郎' },
  });
  const [first, others] = [Buffer.concat([MP4_HEAD, randomBytes(CHUNK_BYTES - MP4_HEAD.length)]), randomBytes(CHUNK_BYTES)];
  const chunk = (index: number): Buffer => (index === 0 ? first : others);
  const file = { name: 'bench.mp4', contentType: 'video/mp4', size: FILE_BYTES, chunk } as const;
  const uploads = admin.uploads(contestId);
  return {
    sample: await uploads.sendFile({ ...file, category: 'sample' }),
    finished: await uploads.sendFile({ ...file, category: 'finished', lineId: lines[0]?.id ?? '' }),
  };
};

/** Downloads of a stored video through the gateway, public and counted, in turns with nginx. */
const measureDownloads = async (shop: Shop): Promise<void> => {
  const { stack, gateway } = shop;
  const { sample, finished } = await storeVideos(shop);
  const root = join(stack.dir, 'media');
  const nginx = await startNginx({ dir: stack.dir, root });
  const speedOf = async (url: URL, headers: Headers = {}): Promise<number> => {
    const startedAt = performance.now();
    let received = 0;
    await receive(url, headers, ({ length }) => {
      received += length;
    });
    if (received !== FILE_BYTES) throw new Error(`${url.pathname} sent ${received} of ${FILE_BYTES} bytes`);
    return received / MIB / ((performance.now() - startedAt) / 1000);
  };
  /** With a new claim each time, because a claim allows two downloads. */
  const counted = async (): Promise<number> => {
    const cookie = randomBytes(32).toString('base64url');
    const claim = { mediaId: finished.id, claimId: randomUUID(), browser: browserDigest(cookie), pageId: randomUUID(), title: 'bench' };
    const response = await fetch(new URL('/internal/tickets', stack.service('media').url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-token': readInternalToken({ dir: stack.dir, service: 'orders' }) ?? '' },
      body: JSON.stringify({ ...claim, until: new Date(Date.now() + DAY_MS).toISOString() }),
    });
    const { path } = ticketSchema.parse(await response.json());
    return speedOf(new URL(path, gateway), { cookie: `download_claim=${cookie}` });
  };
  const contestants = {
    ...(nginx && { nginx: () => speedOf(new URL(relative(root, storedPath({ dir: root, key: sample.id })), nginx.url)) }),
    public: () => speedOf(new URL(sample.url ?? '', gateway)),
    counted,
  };
  const speeds: Record<string, number[]> = { nginx: [], public: [], counted: [] };
  try {
    console.log(`\nDownloads of ${FILE_BYTES / MIB} MiB through the gateway`);
    // The first round does not count.
    for (let round = 0; round <= DOWNLOAD_ROUNDS; round += 1) {
      for (const [name, run] of Object.entries(contestants)) {
        const speed = await run();
        if (round > 0) speeds[name]?.push(speed);
      }
    }
  } finally {
    nginx?.stop();
  }
  for (const [name, values] of Object.entries(speeds)) if (values.length > 0) printFigure({ name, value: values, unit: 'MiB/s' });
  if (!nginx) return console.log('  nginx is not installed (apt-get install nginx-light), so there is no ratio to it');
  const baseline = median(speeds['nginx'] ?? []);
  for (const name of ['public', 'counted']) {
    printFigure({ name: `  ${name}, of nginx`, value: median(speeds[name] ?? []) / baseline, atLeast: DOWNLOAD_BUDGET });
  }
};

/** Measures public reads next to a bare Fastify, and downloads next to nginx. Client and servers share the processors, so only the ratios compare. */
export const benchGateway = (): Promise<void> =>
  withTemporaryStack({ env: { ...HIGH_LIMITS, ...AS_IN_PRODUCTION }, build: buildAll }, async (stack) => {
    const admin = openAdmin({ gateway: stack.info.gateway, mailbox: openMailbox(stack.info.mailbox) });
    await admin.signIn(stack.info.admin);
    const gateway = stack.info.gateway.replace('localhost', '127.0.0.1');
    const shop = { stack, admin, gateway, contestId: await createContest(admin) };
    await measureReads(shop);
    await measureDownloads(shop);
  });
