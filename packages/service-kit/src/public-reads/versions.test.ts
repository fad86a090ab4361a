import { expect, test } from '@jest/globals';
import { createWhileWriting } from './versions.ts';

test('when Redis refuses writes, then a change is acknowledged only after all older responses have ended, and waits once', async () => {
  const refuse = async (): Promise<never> => {
    throw new Error('READONLY');
  };
  const whileWriting = createWhileWriting({ redis: { eval: refuse } as never, logger: { warn: () => undefined } as never, keptMs: 300 });
  const startedAt = performance.now();
  expect(await whileWriting(['a'], async () => 'athlete', { isLast: false })).toBe('athlete');
  expect(performance.now() - startedAt).toBeLessThan(200);
  expect(await whileWriting(['a'], async () => 'revision')).toBe('revision');
  expect(performance.now() - startedAt).toBeGreaterThan(290);
});
