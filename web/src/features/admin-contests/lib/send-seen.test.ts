import { expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/api-error.ts';
import { sendSeen } from './send-seen.ts';

type Thing = { name: string; place: string; version: number };

const refusal = (code: string) =>
  new ApiError({ status: 409, statusText: 'Conflict', body: JSON.stringify({ code, message: '変更されました。' }), retryAfter: null });

/** A server that keeps one thing and refuses who saw an older one. */
const keeper = (start: Thing) => {
  let now = start;
  const sent: number[] = [];
  return {
    sent,
    now: () => now,
    meanwhile: (change: Partial<Thing>) => {
      now = { ...now, ...change, version: now.version + 1 };
    },
    doors: (wish: Partial<Thing>) => ({
      wish,
      send: async (version: number): Promise<Thing> => {
        sent.push(version);
        if (version !== now.version) throw refusal('ContestChangedMeanwhile');
        now = { ...now, ...wish, version: version + 1 };
        return now;
      },
      readNow: async () => now,
    }),
  };
};
const seen: Thing = { name: '春の大会', place: '東京', version: 1 };

test('when nobody else wrote, it is written on the strength of what was seen', async () => {
  const server = keeper(seen);
  expect(await sendSeen({ seen, ...server.doors({ name: '夏の大会' }) })).toEqual({ name: '夏の大会', place: '東京', version: 2 });
});

test('when somebody changed another field, it is written all the same and both changes stand', async () => {
  const server = keeper(seen);
  server.meanwhile({ place: '大阪' });
  expect(await sendSeen({ seen, ...server.doors({ name: '夏の大会' }) })).toEqual({ name: '夏の大会', place: '大阪', version: 3 });
  expect(server.sent).toEqual([1, 2]);
});

test('when somebody changed the same field, the refusal is thrown and theirs stays', async () => {
  const server = keeper(seen);
  server.meanwhile({ name: '秋の大会' });
  await expect(sendSeen({ seen, ...server.doors({ name: '夏の大会' }) })).rejects.toMatchObject({ code: 'ContestChangedMeanwhile' });
  expect(server.now().name).toBe('秋の大会');
});

test('when it is so already, because an answer was lost, that is enough', async () => {
  const server = keeper(seen);
  server.meanwhile({ name: '夏の大会' });
  expect(await sendSeen({ seen, ...server.doors({ name: '夏の大会' }) })).toEqual({ name: '夏の大会', place: '東京', version: 2 });
  expect(server.sent).toEqual([1]);
});

test('when it is refused for another reason, that is thrown and nothing is read', async () => {
  const doors = {
    wish: { name: '夏の大会' },
    send: async () => {
      throw refusal('PublishDateRequired');
    },
    readNow: async () => {
      throw new Error('not to be read');
    },
  };
  await expect(sendSeen({ seen, ...doors })).rejects.toMatchObject({ code: 'PublishDateRequired' });
});
