import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { ClientGone } from '../proxy/client-gone.ts';

export type UpstreamRequest = { method: string; path: string; headers: string[]; body: Readable | null };

type Exchange = {
  request: UpstreamRequest;
  into: ServerResponse;
  /** How long after its last byte the answer must begin, in ms, where that is longer than usual. */
  answerMs?: number;
  /**
   * Called with the answer's status and headers when it begins; gives the headers for the client. From then on the answer cannot be replaced.
   * Undefined keeps the answer from the client.
   */
  onAnswer: (status: number, headers: IncomingHttpHeaders) => Record<string, string | string[]> | undefined;
};

export type Upstream = {
  /**
   * Sends a request and streams the answer, each no faster than its reader takes it.
   * Rejects when the answer did not begin, or did not end; when the client leaves, with ClientGone.
   */
  exchange: (exchange: Exchange) => Promise<void>;
  stop: () => Promise<void>;
};

const CONNECT_MS = 3000;
/** Silence in the middle of an answer. */
const STALL_MS = 60_000;

/** undici's lowest layer, because everything above it costs a third more for a small answer. */
export const createUpstream = ({ url, timeoutMs }: { url: string; timeoutMs: number }): Upstream => {
  const pool = new Pool(new URL(url).origin, { bodyTimeout: STALL_MS, connect: { timeout: CONNECT_MS } });
  return {
    exchange: (exchange) => relay({ pool, ...exchange, answerMs: Math.max(timeoutMs, exchange.answerMs ?? 0) }),
    stop: () => pool.close(),
  };
};

const relay = ({ pool, request, into, answerMs, onAnswer }: Exchange & { pool: Pool; answerMs: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    let running: Dispatcher.DispatchController | undefined;
    let isForClient = true;
    const resume = (): void => running?.resume();
    const abandon = (): void => {
      if (!into.writableFinished) running?.abort(new ClientGone());
    };
    const letGo = (): void => {
      into.off('drain', resume);
      into.off('close', abandon);
    };
    into.on('drain', resume);
    into.on('close', abandon);

    pool.dispatch(
      { ...request, method: request.method as Dispatcher.HttpMethod, headersTimeout: answerMs },
      {
        onRequestStart: (controller) => {
          running = controller;
          if (into.destroyed) controller.abort(new ClientGone());
        },
        onResponseStart: (_controller, status, headers) => {
          if (status < 200) return;
          const forClient = onAnswer(status, headers);
          isForClient = forClient !== undefined;
          if (forClient) into.writeHead(status, forClient);
        },
        onResponseData: (controller, chunk) => {
          if (isForClient && !into.write(chunk)) controller.pause();
        },
        onResponseEnd: () => {
          letGo();
          if (isForClient) into.end();
          resolve();
        },
        onResponseError: (_controller, error) => {
          letGo();
          reject(error);
        },
      },
    );
  });
