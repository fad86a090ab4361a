import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { finishedVideosSchema, ticketSchema } from '@stagereel/contracts';
import { browserDigest } from '@stagereel/service-kit';
import type { TestMedia } from './media.ts';
import { videoBytes } from './samples.ts';

const DAY_MS = 86_400_000;
export const LINE = '12345678-01';

type Ask = {
  range?: string;
  method?: string;
  /** Hangs up once it has so many bytes. */
  stopAfter?: number;
  /** Takes nothing more from its first bytes on, until this has come about. */
  holdFor?: () => Promise<unknown>;
  cookie?: string | undefined;
  accept?: string;
  headers?: Record<string, string>;
};
export type Got = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; isWhole: boolean };

/** The code of an answer that is an error. */
export const codeOf = (got: Got): string => JSON.parse(got.bytes.toString('utf8')).code;

/** One request by a client that may hang up in the middle, as a cut line does; resolves when the connection is over. */
export const askFor = (
  url: URL,
  { range, method = 'GET', stopAfter, holdFor, cookie, accept = '*/*', headers = {} }: Ask = {},
): Promise<Got> =>
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

/** A finished video in the service, claimed by a browser of its own. */
export const claimedVideo = async ({ media, size, bytes = videoBytes(size ?? 0) }: { media: TestMedia; size?: number; bytes?: Buffer }) => {
  const contestId = media.contest();
  const { id: mediaId } = await media.upload(contestId, { bytes, name: '12.mp4', category: 'finished', lineId: LINE });
  const { cookie, browser } = newCookie();
  claims += 1;
  const claimId = `${LINE}-${claims}`;
  const headers = { 'x-internal-token': media.backing.INTERNAL_TOKEN };
  const ticketFor = async (change: Record<string, unknown> = {}) => {
    const until = new Date(Date.now() + DAY_MS).toISOString();
    const body = { mediaId, claimId, browser, until, title: '関東オープン 2026_12_縦動画', ...change };
    const answer = await media.call('POST', '/internal/tickets', { body, as: 'anonymous', headers });
    if (answer.status !== 200) throw new Error(`no ticket: ${JSON.stringify(answer.body)}`);
    return ticketSchema.parse(answer.body).path;
  };
  const ask = async (path: string, options: Ask = {}): Promise<Got> => askFor(new URL(path, media.url()), { cookie, ...options });
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
    /** By the browser of the claim, with its latest ticket. */
    get: (options: Ask = {}) => ask(path, options),
    ask,
    finishedVideos: async (ids: string[]) => {
      const { body } = await media.call('POST', '/internal/finished-videos', { body: { ids }, as: 'anonymous', headers });
      return finishedVideosSchema.parse(body).videos;
    },
  };
};
export type ClaimedVideo = Awaited<ReturnType<typeof claimedVideo>>;
