import type { Customer } from '@stagereel/shop-client';
import { mongo } from 'mongoose';
import type { OrderDesk } from './order-desk.ts';
import type { TestStack } from './test-stack.ts';

export type Ask = {
  method?: string;
  range?: string;
  accept?: string;
  /** Hangs up once it has so many bytes. */
  stopAfter?: number;
};
type Shop = { stack: () => TestStack; desk: OrderDesk };
type Ledger = { size: number; used: number; sent: { start: number; end: number }[]; open: unknown[] };

let buyers = 0;

/** Requests of stored videos through the gateway, by clients that may hang up in the middle. */
export const openDownloads = ({ stack, desk }: Shop) => {
  /** `bytes`: what came, also when the connection was cut. */
  const ask = async (browser: Pick<Customer, 'cookies'>, path: string, { range, stopAfter, accept = '*/*', method = 'GET' }: Ask = {}) => {
    const abort = new AbortController();
    const headers = { cookie: browser.cookies(), accept, ...(range === undefined ? {} : { range }) };
    const response = await fetch(new URL(path, stack().info.gateway), { method, headers, signal: abort.signal });
    const chunks: Uint8Array[] = [];
    let received = 0;
    try {
      for await (const chunk of response.body ?? []) {
        chunks.push(chunk);
        received += chunk.length;
        if (stopAfter !== undefined && received >= stopAfter) break;
      }
    } catch {
      // The shop hung up; how much came is all that is asked.
    }
    abort.abort();
    return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks) };
  };

  /** A video that was bought, delivered and claimed. */
  const claimed = async (film: Buffer) => {
    buyers += 1;
    const { line, pageId } = await desk.buyStored({ email: `downloads-${buyers}@example.jp`, film });
    const browser = stack().newCustomer();
    const claim = () => browser.claim(pageId, line.id);
    let { url } = await claim();
    let received = 0;
    /** One request by the browser that claimed it, at its latest address. */
    const get = async (options: Ask = {}) => {
      const got = await ask(browser, url, options);
      if (got.status < 300) received += got.bytes.length;
      return got;
    };
    return {
      line,
      pageId,
      browser,
      url: () => url,
      get,
      /** Presses the button again. */
      claimAgain: async (): Promise<void> => {
        ({ url } = await claim());
      },
      /** Goes on after the bytes at hand until the file is whole, and answers it. */
      complete: async (have: Buffer = Buffer.alloc(0)): Promise<Buffer> => {
        const rest = await get({ range: `bytes=${have.length}-` });
        if (rest.status !== 206) throw new Error(`the rest from ${have.length} on was answered by ${rest.status}`);
        return Buffer.concat([have, rest.bytes]);
      },
      /** All bytes of the file that have come. */
      received: () => received,
      /** How the shop counts the claim. */
      ledger: async (): Promise<Ledger> => {
        const client = new mongo.MongoClient(stack().info.mongodb);
        try {
          const grants = client.db('stagereel-media').collection<{ _id: string; ledger: Ledger }>('downloadGrants');
          const [grant, ...others] = await grants.find({ _id: { $regex: `^${line.id}-` } }).toArray();
          if (!grant || others.length > 0) throw new Error(`there is not one count of ${line.id}`);
          return grant.ledger;
        } finally {
          await client.close();
        }
      },
    };
  };

  return { ask, claimed };
};
export type ClaimedVideo = Awaited<ReturnType<ReturnType<typeof openDownloads>['claimed']>>;
