import { expect, test } from '@jest/globals';
import { PUBLIC_CACHE_CONTROL } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { createReadPublic } from './public-answers.ts';

const KIB = 1024;

test('when answers take more memory than allowed, then the one unused for the longest time is fetched again, and a larger one is never kept', async () => {
  const round = async (): Promise<string[]> => {
    const fetched: string[] = [];
    const read = async ({ path }: { path: string }) => {
      fetched.push(path);
      return {
        status: 200,
        headers: { 'cache-control': PUBLIC_CACHE_CONTROL },
        body: Buffer.alloc(path === '/large' ? 60 * KIB : 10 * KIB),
      };
    };
    // Room for two small answers with their compressed forms.
    const readPublic = createReadPublic({ upstreams: { catalog: { read } } as never, defaultHeaders: {}, maxBytes: 60 * KIB });
    for (const url of ['/a', '/b', '/a', '/c', '/a', '/b', '/large', '/large']) {
      expect((await readPublic({ service: 'catalog', url })).json.plain.length).toBeGreaterThan(0);
    }
    return fetched;
  };
  // Answers are repeated for a second only. On a busy machine, a round may take longer.
  const fetched = await waitUntil(async () => {
    const startedAt = performance.now();
    const urls = await round();
    return performance.now() - startedAt < 1000 && urls;
  });
  expect(fetched).toEqual(['/a', '/b', '/c', '/b', '/large', '/large']);
});
