import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { expect } from '@jest/globals';
import { finishedVideosSchema, ticketSchema } from '@stagereel/contracts';
import { browserDigest } from '@stagereel/service-kit';
import type { TestMedia } from './media.ts';
import { videoBytes } from './samples.ts';

const DAY_MS = 86_400_000;
export const LINE = '12345678-01';
export const PAGE_ID = 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4e';

type DownloadOptions = {
  range?: string;
  method?: string;
  /** Disconnects after this many bytes. */
  stopAfter?: number;
  /** Stops reading after the first bytes until this promise is resolved. */
  holdFor?: () => Promise<unknown>;
  cookie?: string | undefined;
  accept?: string;
  headers?: Record<string, string>;
};
export type DownloadResult = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; isWhole: boolean };

/** The error code of an error response. */
export const codeOf = (got: DownloadResult): string => JSON.parse(got.bytes.toString('utf8')).code;

/** Sends one request of a client that may disconnect during the response. Resolves when the connection is closed. */
export const download = (
  url: URL,
  { range, method = 'GET', stopAfter, holdFor, cookie, accept = '*/*', headers = {} }: DownloadOptions = {},
): Promise<DownloadResult> =>
  new Promise((resolve, reject) => {
    const sent = { accept, ...(cookie ? { cookie } : {}), ...(range ? { range } : {}), ...headers };
    const request = httpRequest(url, { method, headers: sent, agent: false });
    request.on('error', reject);
    request.on('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      let received = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        received += chunk.length;
        if (stopAfter !== undefined && received >= stopAfter) response.destroy();
      });
      if (holdFor) {
        response.once('data', () => {
          response.pause();
          holdFor().then(() => response.resume(), reject);
        });
      }
      response.on('error', () => undefined);
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks), isWhole: response.complete }),
      );
    });
    request.end();
  });

const newCookie = () => {
  const token = randomBytes(32).toString('base64url');
  return { cookie: `download_claim=${token}`, browser: browserDigest(token) };
};

let claims = 0;

/** Uploads a finished video and claims its download with a new browser cookie. */
export const claimedVideo = async ({ media, size, bytes = videoBytes(size ?? 0) }: { media: TestMedia; size?: number; bytes?: Buffer }) => {
  const contestId = media.contest();
  const { id: mediaId } = await media.upload(contestId, { bytes, name: '12.mp4', category: 'finished', lineId: LINE });
  const { cookie, browser } = newCookie();
  claims += 1;
  const claimId = `${LINE}-${claims}`;
  const headers = { 'x-internal-token': media.backing.INTERNAL_TOKEN };
  const ticketFor = async (change: Record<string, unknown> = {}) => {
    const until = new Date(Date.now() + DAY_MS).toISOString();
    const body = { mediaId, claimId, browser, until, pageId: PAGE_ID, title: '関東オープン 2026_12_縦動画', ...change };
    const answer = await media.call('POST', '/internal/tickets', { body, as: 'anonymous', headers });
    if (answer.status !== 200) throw new Error(`Ticket request failed: ${JSON.stringify(answer.body)}`);
    return ticketSchema.parse(answer.body).path;
  };
  const request = async (path: string, options: DownloadOptions = {}): Promise<DownloadResult> =>
    download(new URL(path, media.url()), { cookie, ...options });
  let path = await ticketFor();
  return {
    mediaId,
    bytes,
    cookie,
    claimId,
    path: () => path,
    ticketFor,
    newTicket: async () => {
      path = await ticketFor();
    },
    /** Downloads with the cookie of the claim and the latest ticket. */
    get: (options: DownloadOptions = {}) => request(path, options),
    request,
    /** Whether media reports that the quota of the claim allows no further download. */
    isSpent: async (): Promise<boolean> => {
      const body = { ids: [], claimIds: [claimId, 'unknown-claim'] };
      const answer = await media.call('POST', '/internal/finished-videos', { body, as: 'anonymous', headers });
      return finishedVideosSchema.parse(answer.body).spentClaims.includes(claimId);
    },
    finishedVideos: async (ids: string[]) => {
      const { body } = await media.call('POST', '/internal/finished-videos', { body: { ids, claimIds: [] }, as: 'anonymous', headers });
      return finishedVideosSchema.parse(body).videos;
    },
  };
};
export type ClaimedVideo = Awaited<ReturnType<typeof claimedVideo>>;

/** Downloads as a browser does that resumes after each interruption. `shares`: the part of the file after which each connection is closed. */
export const resumeDownload = async (
  video: ClaimedVideo,
  { shares }: { shares: readonly number[] },
): Promise<{ file: Buffer; received: number }> => {
  let file = Buffer.alloc(0);
  let received = 0;
  for (const share of [...shares, 1]) {
    if (file.length === video.bytes.length) break;
    const stopAfter = Math.max(1, Math.ceil(share * video.bytes.length) - file.length);
    const range = file.length > 0 ? { range: `bytes=${file.length}-` } : {};
    const got = await video.get({ ...range, ...(share < 1 ? { stopAfter } : {}) });
    expect([200, 206]).toContain(got.status);
    received += got.bytes.length;
    file = Buffer.concat([file, got.bytes]);
  }
  return { file, received };
};

/** Downloads until every request is refused. Returns the number of bytes received. */
export const downloadAll = async (video: ClaimedVideo): Promise<number> => {
  let received = 0;
  for (const step of [video.bytes.length, 64 * 1024, 1024]) {
    for (let from = 0; from < video.bytes.length; from += step) {
      const got = await video.get({ range: `bytes=${from}-${from + step - 1}` });
      if (got.status === 410) break;
      received += got.bytes.length;
    }
  }
  return received;
};
