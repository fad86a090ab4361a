import type { Customer } from '@stagereel/shop-client';
import { mongo } from 'mongoose';
import type { OrderDesk } from './order-desk.ts';
import { until } from './poll.ts';
import type { TestStack } from './test-stack.ts';

export type Ask = {
  method?: string;
  range?: string;
  accept?: string;
  /** Hangs up once it has so many bytes. */
  stopAfter?: number;
  /** Takes nothing more from its first bytes on, until this has come about. */
  holdFor?: () => Promise<unknown>;
};
type Shop = { stack: () => TestStack; desk: OrderDesk };
type Ledger = { size: number; used: number; sent: { start: number; end: number }[]; open: unknown[] };

/** So often in a row a ledger is the same, each time after another request has gone the same way, when nothing leaves any more. */
const STILL_TIMES = 10;
let buyers = 0;

/** Requests of stored videos through the gateway, by clients that may hang up in the middle. */
export const openDownloads = ({ stack, desk }: Shop) => {
  /** `bytes`: what came, also when the connection was cut. */
  const ask = async (browser: Pick<Customer, 'cookies'>, path: string, options: Ask = {}) => {
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
      // The shop hung up; how much came is all that is asked.
    }
    abort.abort();
    // What it was held for may itself have failed.
    await held;
    return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks) };
  };

  const ledgerOf = async (lineId: string): Promise<Ledger> => {
    const client = new mongo.MongoClient(stack().info.mongodb);
    try {
      const grants = client.db('stagereel-media').collection<{ _id: string; ledger: Ledger }>('downloadGrants');
      const [grant, ...others] = await grants.find({ _id: { $regex: `^${lineId}-` } }).toArray();
      if (!grant || others.length > 0) throw new Error(`there is not one count of ${lineId}`);
      return grant.ledger;
    } finally {
      await client.close();
    }
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
      /** How the shop counts the claim, once that has no part on its way any more. */
      settledLedger: (): Promise<Ledger> =>
        until({
          what: 'the rest to be given back',
          // As long as the gateway itself is patient.
          timeoutMs: 90_000,
          find: async () => {
            const ledger = await ledgerOf(line.id);
            return ledger.open.length === 0 && ledger;
          },
        }),
      /**
       * The same once parts are on their way and it changes no more: the reader takes nothing. What it is measured by is no time, for on a
       * busy machine every silence may be long: whoever answers other requests meanwhile had its turn to send and to count.
       */
      stillLedger: (): Promise<Ledger> => {
        let seen = { text: '', times: 0 };
        return until({
          what: 'the reserving to hold still',
          find: async () => {
            const { status } = await ask(browser, url, { method: 'HEAD' });
            if (status !== 200) throw new Error(`the request beside the held one was answered by ${status}`);
            const ledger = await ledgerOf(line.id);
            const text = JSON.stringify(ledger);
            seen = { text, times: text === seen.text ? seen.times + 1 : 1 };
            return ledger.open.length > 0 && seen.times >= STILL_TIMES && ledger;
          },
        });
      },
    };
  };

  return { ask, claimed };
};
export type ClaimedVideo = Awaited<ReturnType<ReturnType<typeof openDownloads>['claimed']>>;
