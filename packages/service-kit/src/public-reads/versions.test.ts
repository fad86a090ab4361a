import { expect, test } from '@jest/globals';
import { CONTEST_LISTS, contestScope, createVersions } from './versions.ts';

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
