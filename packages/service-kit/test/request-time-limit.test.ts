import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { errorBodySchema } from '@stagereel/contracts';
import { buildServer, commonConfig, createLogger, createMetrics, loadConfig } from '../src/index.ts';
import { limitRequestTime } from '../src/request-time-limit.ts';
import { testBacking } from '../src/testing/index.ts';

const config = loadConfig(commonConfig, { ...testBacking() });
const logger = createLogger({ service: 'test', level: 'silent' });

describe('a request that arrives too slowly', () => {
  test('when its route does not stream bodies, then it receives 408 in Japanese and the connection is closed; a streaming route continues', async () => {
    const slow = await buildServer({ service: 'test', config, logger, metrics: createMetrics('test'), checks: {} });
    limitRequestTime({ server: slow, ms: 100 });
    slow.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
    const arrived: string[] = [];
    const read = async ({ raw }: { raw: AsyncIterable<Buffer> }) => {
      for await (const piece of raw) arrived.push(piece.toString());
      return { whole: arrived.join('') };
    };
    slow.post('/stream', { config: { guard: 'public', isStreamed: true } }, read);
    slow.post('/json', { config: { guard: 'public' } }, async () => ({}));
    const url = await slow.listen({ host: '127.0.0.1', port: 0 });
    const begin = (path: string, type: string) => {
      const sent = request(new URL(path, url), { method: 'POST', headers: { 'content-type': type, 'content-length': 4 } });
      sent.on('error', () => undefined);
      sent.write('{ ');
      return sent;
    };
    const streamed = begin('/stream', 'application/octet-stream');
    const [refused] = (await once(begin('/json', 'application/json'), 'response')) as [IncomingMessage];
    expect([refused.statusCode, refused.headers.connection, errorBodySchema.parse(await json(refused)).code]).toEqual([
      408,
      'close',
      'RequestTimeout',
    ]);
    streamed.end(' }');
    const [answer] = (await once(streamed, 'response')) as [IncomingMessage];
    expect([answer.statusCode, await json(answer)]).toEqual([200, { whole: '{  }' }]);
    await slow.close();
  });
});
