import { request as httpRequest } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { athleteListSchema } from '@stagereel/contracts';
import type { RunningService } from '@stagereel/service-kit';
import { startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
let replica: RunningService;
beforeAll(async () => {
  catalog = await startTestCatalog();
  replica = await catalog.startReplica();
});
afterAll(() => catalog?.stop());

const path = (id: string) => `/api/contests/${id}/athletes`;
const list = (id: string, headers: Record<string, string> = {}) => catalog.call('GET', path(id), { as: 'anonymous', headers });

/** fetch decodes by itself; this gives the bytes as they came. */
const rawList = (id: string, encoding: string) =>
  new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    const request = httpRequest(new URL(path(id), catalog.url), { headers: { 'accept-encoding': encoding } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) });
    });
    request.once('error', reject);
    request.end();
  });

describe('the list of athletes', () => {
  test('when it is asked for, it is in the order of bibs and keeps the contract', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    for (const athleteNumber of ['100', '12A', '9', 'A1', '012', '12', '10']) await catalog.athlete(id, { athleteNumber });
    const answer = await list(id);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(athleteListSchema.parse(answer.body)).toEqual(answer.body);
    expect(answer.body.map(({ athleteNumber }: { athleteNumber: string }) => athleteNumber)).toEqual([
      '9',
      '10',
      '012',
      '12',
      '12A',
      '100',
      'A1',
    ]);
  });

  test('when a contest has no athletes, it is empty', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    expect((await list(id)).body).toEqual([]);
  });

  test('when the flag is neither true nor false, it is refused', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    for (const query of ['includeDeleted=1', 'includeDeleted=', 'includeDeleted=true&includeDeleted=false', 'includeDeleted[$ne]=x']) {
      const answer = await catalog.call('GET', `${path(id)}?${query}`);
      const isIgnored = query.startsWith('includeDeleted[');
      expect([query, answer.status]).toEqual([query, isIgnored ? 200 : 400]);
    }
  });
});

describe('what a browser keeps', () => {
  test('when nothing changed, the answer is a 304 without a body', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    await catalog.athlete(id, { athleteNumber: '1' });
    const first = await list(id);
    const etag = String(first.headers.get('etag'));
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await list(id, { 'if-none-match': known });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag]);
    }
    expect((await list(id, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('when every replica is asked, they give the same tag, and each sees a change made by the other at once', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    const athlete = await catalog.athlete(id, { athleteNumber: '1' });
    const elsewhere = catalog.callAt(replica.url);
    const fromReplica = () => elsewhere('GET', path(id), { as: 'anonymous' });
    expect((await fromReplica()).headers.get('etag')).toBe((await list(id)).headers.get('etag'));

    const bulk = { athleteIds: [athlete.id], updates: { photoStatus: '受注停止' } };
    const changes: [string, string, unknown?][] = [
      ['POST', path(id), { athleteNumber: '2', category: '未分類' }],
      ['PATCH', `${path(id)}/${athlete.id}`, { name: '山田' }],
      ['POST', `${path(id)}/bulk-create`, { athletes: [{ athleteNumber: '3', category: '未分類' }] }],
      ['PATCH', `${path(id)}/bulk-update`, bulk],
      ['DELETE', `${path(id)}/${athlete.id}`],
    ];
    for (const [method, target, body] of changes) {
      const before = await fromReplica();
      expect((await catalog.call(method, target, { body })).status).toBeLessThan(300);
      const after = await fromReplica();
      expect(after.body).not.toEqual(before.body);
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
      expect(after.body).toEqual((await list(id)).body);
    }
  });

  test('when deleted athletes are erased, the list with the deleted changes, the other does not', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    const athlete = await catalog.athlete(id, { athleteNumber: '1' });
    await catalog.call('DELETE', `${path(id)}/${athlete.id}`);
    const etag = (await list(id)).headers.get('etag');
    expect(await catalog.athletes(id, { includeDeleted: true })).toHaveLength(1);
    await catalog.call('DELETE', `${path(id)}/${athlete.id}/permanent`);
    expect(await catalog.athletes(id, { includeDeleted: true })).toEqual([]);
    expect((await list(id)).headers.get('etag')).toBe(etag);
  });

  test('when 30 readers and 10 writers meet, whoever reads after a write sees it', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    const readers = Array.from({ length: 30 }, () => list(id));
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        await catalog.athlete(id, { athleteNumber: `${index}` });
        const seen = (await list(id)).body.map(({ athleteNumber }: { athleteNumber: string }) => athleteNumber);
        expect(seen).toContain(`${index}`);
      }),
    );
    await Promise.all(readers);
    expect((await list(id)).body).toHaveLength(10);
  });
});

describe('bytes on the wire', () => {
  test('when the caller takes brotli, it gets brotli of the same list; else plain', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    await catalog.athlete(id, { athleteNumber: '1', name: '山田' });
    const plain = await rawList(id, 'gzip, deflate');
    const packed = await rawList(id, 'gzip, deflate, br;q=0.9');
    const refused = await rawList(id, 'gzip, br;q=0');
    expect([plain.encoding, packed.encoding, refused.encoding]).toEqual([undefined, 'br', undefined]);
    expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
    expect(JSON.parse(plain.bytes.toString('utf8'))).toMatchObject([{ name: '山田' }]);
  });
});
