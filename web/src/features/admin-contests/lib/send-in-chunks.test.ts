import { expect, test } from '@jest/globals';
import { CHUNK, sendInChunks } from './send-in-chunks.ts';

const ids = Array.from({ length: 2 * CHUNK + 1 }, (_, index) => String(index));
const sentBy = (fail?: number) => {
  const sizes: number[] = [];
  const send = async (chunk: readonly string[]) => {
    sizes.push(chunk.length);
    if (sizes.length === fail) throw new Error('cut');
    return { successCount: chunk.length };
  };
  return { sizes, send };
};
const never = () => false;

test('when there are more than fit, they go out in chunks, and each tells how far it has come', async () => {
  const { sizes, send } = sentBy();
  const progress: number[] = [];
  const sent = await sendInChunks({ ids, send, onProgress: (done) => progress.push(done), isStopped: never });
  expect(sizes).toEqual([CHUNK, CHUNK, 1]);
  expect(progress).toEqual([CHUNK, 2 * CHUNK, ids.length]);
  expect(sent).toEqual({ successCount: ids.length, unanswered: [], error: null });
});

test('when a chunk fails, the rest is not sent and counts as unanswered with it', async () => {
  const { sizes, send } = sentBy(2);
  const sent = await sendInChunks({ ids, send, onProgress: () => undefined, isStopped: never });
  expect(sizes).toHaveLength(2);
  expect(sent).toEqual({ successCount: CHUNK, unanswered: ids.slice(CHUNK), error: expect.objectContaining({ message: 'cut' }) });
});

test('when it is stopped, the chunk under way is waited for and no other is sent', async () => {
  const { sizes, send } = sentBy();
  const sent = await sendInChunks({ ids, send, onProgress: () => undefined, isStopped: () => sizes.length === 1 });
  expect(sizes).toEqual([CHUNK]);
  expect(sent).toEqual({ successCount: CHUNK, unanswered: ids.slice(CHUNK), error: null });
});
