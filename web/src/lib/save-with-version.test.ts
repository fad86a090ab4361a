import { expect, test } from '@jest/globals';
import { ApiError } from './api-error.ts';
import { saveWithVersion } from './save-with-version.ts';

type Thing = { name: string; place: string; version: number };

const refusal = (code: string) =>
  new ApiError({ status: 409, statusText: 'Conflict', body: JSON.stringify({ code, message: '変更されました。' }), retryAfter: null });

/** A server that stores one thing and refuses a change made on an older version. */
const createServer = (start: Thing) => {
  let current = start;
  const sentVersions: number[] = [];
  return {
    sentVersions,
    current: () => current,
    changeElsewhere: (change: Partial<Thing>) => {
      current = { ...current, ...change, version: current.version + 1 };
    },
    inputFor: (change: Partial<Thing>) => ({
      seen,
      change,
      save: async (version: number): Promise<Thing> => {
        sentVersions.push(version);
        if (version !== current.version) throw refusal('ContestChangedMeanwhile');
        current = { ...current, ...change, version: version + 1 };
        return current;
      },
      readCurrent: async () => current,
    }),
  };
};
const seen: Thing = { name: '春の大会', place: '東京', version: 1 };

test('when nobody else saved, the change is saved on the version that was seen', async () => {
  const server = createServer(seen);
  expect(await saveWithVersion(server.inputFor({ name: '夏の大会' }))).toEqual({ name: '夏の大会', place: '東京', version: 2 });
});

test('when somebody changed another field, both changes are kept', async () => {
  const server = createServer(seen);
  server.changeElsewhere({ place: '大阪' });
  expect(await saveWithVersion(server.inputFor({ name: '夏の大会' }))).toEqual({ name: '夏の大会', place: '大阪', version: 3 });
  expect(server.sentVersions).toEqual([1, 2]);
});

test('when somebody changed the same field, the conflict is thrown and their value is kept', async () => {
  const server = createServer(seen);
  server.changeElsewhere({ name: '秋の大会' });
  await expect(saveWithVersion(server.inputFor({ name: '夏の大会' }))).rejects.toMatchObject({ code: 'ContestChangedMeanwhile' });
  expect(server.current().name).toBe('秋の大会');
});

test('when the server already has the value, because a response was lost, it is not sent again', async () => {
  const server = createServer(seen);
  server.changeElsewhere({ name: '夏の大会' });
  expect(await saveWithVersion(server.inputFor({ name: '夏の大会' }))).toEqual({ name: '夏の大会', place: '東京', version: 2 });
  expect(server.sentVersions).toEqual([1]);
});

test('when the change is refused for another reason, that error is thrown and nothing is read', async () => {
  const input = {
    seen,
    change: { name: '夏の大会' },
    save: async () => {
      throw refusal('PublishDateRequired');
    },
    readCurrent: async () => {
      throw new Error('Must not be read');
    },
  };
  await expect(saveWithVersion(input)).rejects.toMatchObject({ code: 'PublishDateRequired' });
});
