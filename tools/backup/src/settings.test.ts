import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readSettings, readTargetS3 } from './settings.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'backup-settings-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const fileOf = async (text: string): Promise<string> => {
  const file = join(dir, encodeURIComponent(text));
  await writeFile(file, `${text}\n`);
  return file;
};
const SERVICES = { MONGODB_URL: 'mongodb://orders@db', REDIS_URL: 'redis://orders@cache', RABBITMQ_URL: 'amqp://orders@broker' };
const MEDIA = { MEDIA_DIR: '/data', INTERNAL_CALLERS: '' };

test('when the addresses for administrators are in files, then these are used, and not those of the services', async () => {
  const files = {
    BACKUP_MONGODB_URL_FILE: await fileOf('mongodb://root@db'),
    BACKUP_REDIS_URL_FILE: await fileOf('redis://root@cache'),
    BACKUP_RABBITMQ_URL_FILE: await fileOf('amqp://root@broker'),
  };
  for (const others of [SERVICES, {}]) {
    const settings = readSettings({ ...MEDIA, ...others, BACKUP_MONGODB_URL: '', BACKUP_REDIS_URL: '', BACKUP_RABBITMQ_URL: '', ...files });
    expect(settings.mongodbUrl).toBe('mongodb://root@db');
    expect(settings.redis.REDIS_URL).toBe('redis://root@cache');
    expect(settings.broker.url).toBe('amqp://root@broker');
  }
});

test('when only the services have addresses, also in files, then the backup uses them', async () => {
  const settings = readSettings({ ...MEDIA, ...SERVICES, MONGODB_URL: '', MONGODB_URL_FILE: await fileOf('mongodb://orders@file') });
  expect(settings.mongodbUrl).toBe('mongodb://orders@file');
  expect(settings.broker.url).toBe('amqp://orders@broker');
});

test('when the key of the store for backups is in a file, then it is used instead of the key of media', async () => {
  const BACKUP_S3_SECRET_ACCESS_KEY_FILE = await fileOf('key of the backups');
  const media = { S3_ACCESS_KEY_ID: 'media', S3_SECRET_ACCESS_KEY: 'key of media' };
  expect(readTargetS3({ ...media, BACKUP_S3_ACCESS_KEY_ID: 'backups', BACKUP_S3_SECRET_ACCESS_KEY_FILE })).toMatchObject({
    S3_ACCESS_KEY_ID: 'backups',
    S3_SECRET_ACCESS_KEY: 'key of the backups',
  });
  expect(readTargetS3(media)).toMatchObject(media);
});
