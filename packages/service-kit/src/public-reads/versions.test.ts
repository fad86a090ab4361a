import { expect, test } from '@jest/globals';
import { CONTEST_LISTS, contestScope, createVersions, createWhileWriting } from './versions.ts';

/** A Redis that responds when the test says so. */
const heldRedis = () => {
  const commands: { keys: string[]; respond: (values: string[]) => void }[] = [];
  return {
    commands,
    mget: (keys: string[]) => new Promise<string[]>((respond) => commands.push({ keys, respond })),
    set: async () => 'OK',
  };
};
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });

test('when requests arrive in one turn, then they share one command; one that arrives while it is running gets its own', async () => {
  const redis = heldRedis();
  const { read } = createVersions({ redis: redis as never });
  const first = Promise.all([read(CONTEST_LISTS), read(contestScope('a')), read(CONTEST_LISTS)]);
  await nextTurn();
  const later = read(CONTEST_LISTS);
  await nextTurn();
  expect(redis.commands.map(({ keys }) => keys)).toEqual([['public-reads:contests', 'public-reads:contest:a'], ['public-reads:contests']]);
  redis.commands[1]?.respond(['new']);
  redis.commands[0]?.respond(['old', 'a']);
  expect([await first, await later]).toEqual([['old', 'a', 'old'], 'new']);
});

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
