import type { Customer } from '@stagereel/shop-client';
import { mongo } from 'mongoose';
import type { OrderDesk } from './order-desk.ts';
import { until } from './poll.ts';
import type { TestStack } from './test-stack.ts';

export type RequestOptions = {
  method?: string;
  range?: string;
  accept?: string;
  /** The client disconnects after this many bytes. */
  stopAfter?: number;
  /** Called on the first bytes. The client reads no more until the returned promise settles. */
  holdFor?: () => Promise<unknown>;
};
type Shop = { stack: () => TestStack; desk: OrderDesk };
type Quota = { size: number; used: number; sent: { start: number; end: number }[]; open: unknown[] };

/** The stored quota counts as still after this many equal reads in a row, with another request through the same path before each. */
const EQUAL_READS = 10;
let buyers = 0;

/** Requests stored videos through the gateway, with clients that may disconnect during the response. */
export const openDownloads = ({ stack, desk }: Shop) => {
  /** `bytes`: everything received, even if the connection was cut. */
  const request = async (browser: Pick<Customer, 'cookies'>, path: string, options: RequestOptions = {}) => {
    const { range, stopAfter, holdFor, accept = '*/*', method = 'GET' } = options;
    const abort = new AbortController();
    const headers = { cookie: browser.cookies(), accept, ...(range === undefined ? {} : { range }) };
    const response = await fetch(new URL(path, stack().info.gateway), { method, headers, signal: abort.signal });
    const chunks: Uint8Array[] = [];
    let received = 0;
    let held: Promise<unknown> | undefined;
    try {
      for await (const chunk of response.body ?? []) {
        held ??= holdFor?.();
        await held;
        chunks.push(chunk);
        received += chunk.length;
        if (stopAfter !== undefined && received >= stopAfter) break;
      }
    } catch {
      // The shop closed the connection. Only the received bytes matter.
    }
    abort.abort();
    // Reports an error of `holdFor`.
    await held;
    return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks) };
  };

  const quotaOf = async (lineId: string): Promise<Quota> => {
    const client = new mongo.MongoClient(stack().info.mongodb);
    try {
      const claims = client.db(`${stack().info.namespace}-media`).collection<{ _id: string; quota: Quota }>('downloadClaims');
      const [claim, ...others] = await claims.find({ _id: { $regex: `^${lineId}-` } }).toArray();
      if (!claim || others.length > 0) throw new Error(`Expected exactly one download claim of ${lineId}`);
      return claim.quota;
    } finally {
      await client.close();
    }
  };

  /** Buys, delivers and claims a stored video. */
  const claimed = async (videoFile: Buffer) => {
    buyers += 1;
    const { line, pageId } = await desk.buyStored({ email: `downloads-${buyers}@example.jp`, videoFile });
    const browser = stack().newCustomer();
    const claim = () => browser.claim(pageId, line.id);
    let { url } = await claim();
    let received = 0;
    /** Sends one request from the claiming browser, to its latest URL. */
    const get = async (options: RequestOptions = {}) => {
      const got = await request(browser, url, options);
      if (got.status < 300) received += got.bytes.length;
      return got;
    };
    return {
      line,
      pageId,
      browser,
      url: () => url,
      get,
      /** Claims the video again, like a second click on the button. */
      claimAgain: async (): Promise<void> => {
        ({ url } = await claim());
      },
      /** Requests the bytes after `have`. Returns the complete file. */
      complete: async (have: Buffer = Buffer.alloc(0)): Promise<Buffer> => {
        const rest = await get({ range: `bytes=${have.length}-` });
        if (rest.status !== 206) throw new Error(`The request from byte ${have.length} failed with status ${rest.status}`);
        return Buffer.concat([have, rest.bytes]);
      },
      /** The number of all bytes received by `get`. */
      received: () => received,
      /** The stored byte quota of the claim, once no response is in progress. */
      settledQuota: (): Promise<Quota> =>
        until({
          what: 'the release of the unsent bytes',
          // As long as the gateway's own timeout.
          timeoutMs: 90_000,
          find: async () => {
            const quota = await quotaOf(line.id);
            return quota.open.length === 0 && quota;
          },
        }),
      /**
       * The stored byte quota once a response is in progress and the quota no longer changes, because the client has stopped reading. The check
       * counts other requests, not time, because a busy machine may pause for long: a server that has responded to them had the chance to
       * send and to count, too.
       */
      stillQuota: (): Promise<Quota> => {
        let last = { text: '', times: 0 };
        return until({
          what: 'a quota that no longer changes',
          find: async () => {
            const { status } = await request(browser, url, { method: 'HEAD' });
            if (status !== 200) throw new Error(`The request beside the held one failed with status ${status}`);
            const quota = await quotaOf(line.id);
            const text = JSON.stringify(quota);
            last = { text, times: text === last.text ? last.times + 1 : 1 };
            return quota.open.length > 0 && last.times >= EQUAL_READS && quota;
          },
        });
      },
    };
  };

  return { request, claimed };
};
export type ClaimedVideo = Awaited<ReturnType<ReturnType<typeof openDownloads>['claimed']>>;
