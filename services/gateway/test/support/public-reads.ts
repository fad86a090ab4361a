import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { PUBLIC_CACHE_CONTROL } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { TestGateway } from './gateway.ts';

type Contest = { value: unknown; isPublic: boolean };

/** Lets the fake catalog have contests that change. */
export const startChangingCatalog = ({ url: gatewayUrl, upstreams }: Pick<TestGateway, 'url' | 'upstreams'>) => {
  const contests = new Map<string, Contest>();
  const { catalog } = upstreams;
  /** Called after the state was read and before it is sent. */
  let beforeResponse: () => Promise<unknown> = async () => undefined;

  const respond = async ({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const contest = contests.get(url.split('/')[3] ?? '');
    const all = [...contests.values()].filter(({ isPublic }) => isPublic).map(({ value }) => value);
    const [status, body] =
      url === '/api/contests/coming-soon'
        ? [200, []]
        : url === '/api/contests'
          ? [200, all]
          : contest?.isPublic
            ? [200, contest.value]
            : [404, { code: 'NotFound', message: 'なし' }];
    const bytes = JSON.stringify(body);
    await beforeResponse();
    const cacheControl = status === 200 ? PUBLIC_CACHE_CONTROL : 'no-store';
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': cacheControl }).end(bytes);
  };
  const respondAgain = (): void => catalog.respondWith((request, response) => void respond(request, response));
  respondAgain();

  /** A visitor's read. The response is as sent: fetch would decompress it. */
  const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const request = httpRequest(new URL(path, gatewayUrl), { method, headers }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
  };
  const countRequests = async (act: () => Promise<unknown>): Promise<number> => {
    const before = catalog.received.length;
    await act();
    return catalog.received.length - before;
  };

  return {
    send,
    /** How many requests reach the catalog. */
    countRequests,
    /** Sends the request until the gateway responds from memory. */
    sendToMemory: (...request: Parameters<typeof send>): ReturnType<typeof send> =>
      waitUntil(
        async () => {
          const before = catalog.received.length;
          const response = await send(...request);
          return catalog.received.length === before && response;
        },
        { everyMs: 0, what: `${request[0]} from memory` },
      ),
    change: (id: string, change: Partial<Contest>): void => {
      contests.set(id, { value: null, isPublic: true, ...contests.get(id), ...change });
    },
    /** Ends the replacement of the catalog's responses by a test. */
    respond: () => {
      beforeResponse = async () => undefined;
      respondAgain();
    },
    /** Responses wait until the returned function is called. */
    holdResponses: (): (() => void) => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      beforeResponse = () => released;
      return () => {
        beforeResponse = async () => undefined;
        release();
      };
    },
    received: catalog.received,
    respondWith: catalog.respondWith,
  };
};
export type ChangingCatalog = ReturnType<typeof startChangingCatalog>;
