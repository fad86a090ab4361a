import type { IncomingMessage, ServerResponse } from 'node:http';
import { PUBLIC_READ_HEADER, PUBLIC_READ_MS } from '@stagereel/contracts';
import { CONTEST_LISTS, connectRedis, contestScope, createLogger, createWhileWriting } from '@stagereel/service-kit';
import { keyPrefix, waitUntil } from '@stagereel/service-kit/testing';
import type { TestGateway } from './gateway.ts';

type Contest = { value: unknown; isPublic: boolean };

/** Lets the fake catalog have contests that change: the real announcement of writes, with a real Redis. */
export const startChangingCatalog = async ({ upstreams, config }: Pick<TestGateway, 'upstreams' | 'config'>) => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const redis = await connectRedis({ config, logger });
  const whileWriting = createWhileWriting({ redis, logger });
  const contests = new Map<string, Contest>();
  const { catalog } = upstreams;
  let keptMs = PUBLIC_READ_MS;
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
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' };
    response.writeHead(status, { ...headers, ...(status === 200 && { [PUBLIC_READ_HEADER]: String(keptMs) }) }).end(bytes);
  };
  const respondAgain = (): void => catalog.respondWith((request, response) => void respond(request, response));
  respondAgain();
  const set = (id: string, change: Partial<Contest>): void => {
    contests.set(id, { value: null, isPublic: true, ...contests.get(id), ...change });
  };

  return {
    redis,
    /** Ends the replacement of the catalog's responses by a test. */
    respond: respondAgain,
    /** The requests that reached the catalog. */
    requests: catalog.received,
    /** Resolves when the write is acknowledged. */
    write: (id: string, change: Partial<Contest>, during: () => Promise<unknown> = async () => undefined) =>
      whileWriting([CONTEST_LISTS, contestScope(id)], async () => {
        await during();
        set(id, change);
        await during();
      }),
    /** Changes the state as a process would that crashes before it has announced the end of its write. */
    writeAndCrash: (id: string, change: Partial<Contest>) =>
      new Promise<void>((resolve) => {
        void whileWriting([CONTEST_LISTS, contestScope(id)], () => {
          set(id, change);
          resolve();
          return new Promise(() => undefined);
        });
      }),
    changeUnannounced: set,
    /** Removes everything that Redis stores for this catalog and its gateways. */
    loseData: async () => {
      const prefix = keyPrefix(config);
      const keys = await redis.keys(`${prefix}*`);
      await redis.del(keys.map((key) => key.slice(prefix.length)));
    },
    keepFor: (ms: number) => {
      keptMs = ms;
    },
    delayResponses: (by: () => Promise<unknown>) => {
      beforeResponse = by;
    },
    /** Requests the path until the gateway responds from memory. */
    warm: ({ get }: Pick<TestGateway, 'get'>, path: string) =>
      waitUntil(
        async () => {
          const before = catalog.received.length;
          await (await get(path)).arrayBuffer();
          return catalog.received.length === before;
        },
        { what: `${path} from memory` },
      ),
    stop: async () => {
      await redis.quit();
    },
  };
};
export type ChangingCatalog = Awaited<ReturnType<typeof startChangingCatalog>>;
