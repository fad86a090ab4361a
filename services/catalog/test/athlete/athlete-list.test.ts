import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { athleteListSchema } from '@stagereel/contracts';
import type { RunningService } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);
let replica: RunningService;
beforeAll(async () => {
  replica = await catalog.startReplica();
});

const path = (id: string) => `/api/contests/${id}/athletes`;
const list = (id: string, headers: Record<string, string> = {}) => catalog.call('GET', path(id), { as: 'anonymous', headers });

/** fetch decompresses the response; this returns the bytes as received. */
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
  test('when it is requested, then it is sorted by bib and matches the contract (customer 3.3, 7.7; admin 7.17)', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    for (const athleteNumber of ['100', '12A', '9', 'A1', '012', '12', '10']) await catalog.athlete(id, { athleteNumber });
    const response = await list(id);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(athleteListSchema.parse(response.body)).toEqual(response.body);
    expect(response.body.map(({ athleteNumber }: { athleteNumber: string }) => athleteNumber)).toEqual([
      '9',
      '10',
      '012',
      '12',
      '12A',
      '100',
      'A1',
    ]);
  });

  test('when a contest has no athletes, then the list is empty', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    expect((await list(id)).body).toEqual([]);
  });

  test('when includeDeleted is neither true nor false, then the request is refused', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    for (const query of ['includeDeleted=1', 'includeDeleted=', 'includeDeleted=true&includeDeleted=false', 'includeDeleted[$ne]=x']) {
      const response = await catalog.call('GET', `${path(id)}?${query}`);
      const isIgnored = query.startsWith('includeDeleted[');
      expect([query, response.status]).toEqual([query, isIgnored ? 200 : 400]);
    }
  });
});

describe('browser cache', () => {
  test('when nothing changed, then the response is a 304 without a body', async () => {
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

  test('when two replicas are used, then both return the same ETag and each shows changes made through the other at once', async () => {
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

  test('when deleted athletes are purged, then the list with deleted athletes changes and the other does not (customer 7.7; admin 2.27, 7.17)', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    const athlete = await catalog.athlete(id, { athleteNumber: '1' });
    await catalog.call('DELETE', `${path(id)}/${athlete.id}`);
    const etag = (await list(id)).headers.get('etag');
    expect(await catalog.athletes(id, { includeDeleted: true })).toHaveLength(1);
    await catalog.call('DELETE', `${path(id)}/${athlete.id}/permanent`);
    expect(await catalog.athletes(id, { includeDeleted: true })).toEqual([]);
    expect((await list(id)).headers.get('etag')).toBe(etag);
  });

  test('when 30 reads and 10 writes run at the same time, then every read after a write shows it', async () => {
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

describe('compression', () => {
  test('when the client accepts brotli or gzip, then the same list is sent compressed; otherwise uncompressed', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    for (const athleteNumber of ['1', '2', '3', '4', '5']) await catalog.athlete(id, { athleteNumber, name: '山田' });
    const plain = await rawList(id, 'deflate');
    const packed = await rawList(id, 'gzip, deflate, br;q=0.9');
    const gzipped = await rawList(id, 'gzip, br;q=0');
    const refused = await rawList(id, 'gzip;q=0, br;q=0');
    expect([plain.encoding, packed.encoding, gzipped.encoding, refused.encoding]).toEqual([undefined, 'br', 'gzip', undefined]);
    expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
    expect(gunzipSync(gzipped.bytes)).toEqual(plain.bytes);
    expect(refused.bytes).toEqual(plain.bytes);
    expect(JSON.parse(plain.bytes.toString('utf8'))).toMatchObject(Array.from({ length: 5 }, () => ({ name: '山田' })));
  });

  test('when a list is so short that compression saves nothing, then it is sent uncompressed', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    expect(await rawList(id, 'br')).toEqual({ encoding: undefined, bytes: Buffer.from('[]') });
  });
});
