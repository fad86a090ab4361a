import { addressKeysIn, createOutboxStore } from '@stagereel/service-kit';
import { createAuditLog } from '../../../../services/identity/src/models/audit-entry.model.ts';
import { createCodeStore } from '../../../../services/identity/src/models/code.model.ts';
import { connectSignInModel, createSignInLog, createSignInReport } from '../../../../services/identity/src/models/sign-in-event.model.ts';
import { connectUserModel } from '../../../../services/identity/src/models/user.model.ts';
import { createUserStore } from '../../../../services/identity/src/models/user-store.ts';
import { createChunkRepository } from '../../../../services/media/src/models/chunk-repository.ts';
import { createMediaModel } from '../../../../services/media/src/models/media.model.ts';
import { createMediaRepository } from '../../../../services/media/src/models/media-repository.ts';
import { createUploadRepository } from '../../../../services/media/src/models/upload-repository.ts';
import { createMailModel } from '../../../../services/notify/src/models/mail.model.ts';
import { createMailRepository } from '../../../../services/notify/src/models/mail-repository.ts';
import { contestId, customer, DAY_MS, type Filling, MINUTE_MS, ORDERS_OF_CONTEST, orderNumber } from './growth-data.ts';

/** As an order's customer has them: one account for five orders, one code, and for each order a sign-in, a mail, an audit entry and a video. */
const ORDERS_OF_ACCOUNT = 5;
/** The newest mails are not sent yet and the newest videos not processed, whatever the size. */
const WAITING = 20;
const LIBRARY_OF_CONTEST = 20;
const UPLOADS_OF_CONTEST = 5;
const CHUNKS = 20;

export const accountId = (index: number): string => `user-${Math.floor(index / ORDERS_OF_ACCOUNT)}`;
export const entryId = (index: number): string => `entry-${index}`;
export const mailKey = (index: number): string => `mail-key-${index}`;
export const uploadId = (contest: number, index: number): string => `upload-${contest}-${index}`;
export const fileHash = (name: string): string => name.padStart(64, '0');
export const timeOf = (index: number, now: number): Date => new Date(now - index * MINUTE_MS);

const accountOf = (index: number, now: number) => ({
  ...{ _id: accountId(index), email: customer(index), name: '試験 太郎', passwordHash: 'h'.repeat(90), isAdmin: false, emailProven: true },
  ...{ createdAt: timeOf(index, now), lastLoginAt: timeOf(index, now) },
});

const signInOf = (index: number, now: number) => ({
  ...{ _id: `sign-in-${index}`, at: timeOf(index, now), count: 1, door: 'customer', email: customer(index), userId: accountId(index) },
  ...{ outcome: 'succeeded', ip: '198.51.100.7', network: `198.51.${index % 200}.0/24`, userAgentHash: 'u'.repeat(43) },
  risk: { isNewNetwork: false, isNewDevice: false, failuresOfAddress: 0, failedAccountsOfNetwork: 0, score: 0, level: 'low' },
  expiresAt: new Date(now + DAY_MS),
});

const codeOf = (index: number, now: number) => ({
  ...{ _id: `order:${customer(index)}`, mac: null, tries: 0, usedAt: new Date(now), source: { network: '198.51.100.0/24' } },
  ...{ expiresAt: new Date(now), resendAfter: new Date(now), purgeAt: new Date(now + DAY_MS) },
});

const entryOf = (index: number, now: number) => {
  const texts = {
    ...{ adminEmail: 'admin@example.jp', target: { type: 'order', id: orderNumber(index), label: orderNumber(index) } },
    ...{ before: null, after: { email: customer(index) } },
  };
  const facts = { correlationId: `c-${index}`, adminId: 'admin', action: 'order.delivered', ip: '198.51.100.7' };
  return { _id: entryId(index), occurredAt: timeOf(index, now), ...facts, ...texts, mentions: addressKeysIn(texts) };
};

const mailOf = (index: number, now: number) => ({
  ...{
    _id: `mail-${index}`,
    key: mailKey(index),
    messageId: `<${index}@example.jp>`,
    causedBy: `paid-${index}`,
    template: 'order-confirmation',
  },
  ...{
    recipient: customer(index),
    orderNumber: orderNumber(index),
    attempts: 1,
    createdAt: timeOf(index, now),
    removeAt: new Date(now + DAY_MS),
  },
  ...(index < WAITING ? { state: 'waiting' } : { state: 'sent', sentAt: timeOf(index, now) }),
});

const fileOf = (id: string) => ({
  ...{ key: id, hash: fileHash(id), size: 1_000_000, contentType: 'video/mp4', extension: 'mp4', width: null, height: null },
});

const mediumOf = ({ id, contest, at, category }: { id: string; contest: number; at: Date; category: string }) => ({
  ...{ _id: id, contestId: contestId(contest), category, type: 'video', originalName: 'video.mp4', uploadedAt: at, displayOrder: 0 },
  ...{ original: fileOf(id), thumbnail: null, poster: fileOf(`${id}-poster`), variants: [], preview: null, durationSeconds: 60 },
  ...{ lineId: null, reading: null, processing: 'ready', processingAttempts: 1 },
});

const finishedOf = (index: number, now: number) => ({
  ...mediumOf({ id: `finished-${index}`, contest: Math.floor(index / ORDERS_OF_CONTEST), at: timeOf(index, now), category: 'finished' }),
  lineId: `${orderNumber(index)}-01`,
  ...(index < WAITING && { processing: 'pending', processingDueAt: new Date(now - MINUTE_MS) }),
});

const uploadOf = ({ contest, index, now }: { contest: number; index: number; now: number }) => ({
  ...{ _id: uploadId(contest, index), contestId: contestId(contest), fileName: 'video.mp4', fileSize: CHUNKS * 1000, mediaType: 'video' },
  ...{ totalChunks: CHUNKS, category: 'sample', lineId: null, sha256: null, storageHandle: null, state: 'completed', checkId: 'check' },
  ...{ refusal: null, media: null, isSettled: true, isBegun: true, createdAt: new Date(now), touchedAt: new Date(now) },
});

const chunkOf = (upload: string, index: number) => ({
  _id: `${upload}:${index}`,
  uploadId: upload,
  index,
  checksum: 1,
  size: 1000,
  writers: [],
});

/** Opens the collections of identity, notify and media, with their indexes, and fills them directly. */
export const openFilledServices = async ({ connection, insert, size: { orders, contests }, now }: Filling) => {
  const onEvents = () => undefined;
  const [userModel, signInModel, mailModel, mediaModel] = [
    ...[connectUserModel(connection), connectSignInModel(connection)],
    ...[createMailModel(connection), createMediaModel(connection)],
  ] as const;
  const stores = {
    users: createUserStore(userModel),
    signIns: createSignInLog(signInModel),
    signInReport: createSignInReport(signInModel),
    codes: createCodeStore({ connection, onEvents }),
    auditLog: createAuditLog(connection),
    mails: createMailRepository({ model: mailModel, onEvents }),
    mailOutbox: createOutboxStore(mailModel.collection),
    media: createMediaRepository({ model: mediaModel, onEvents }),
    uploads: createUploadRepository(connection),
    chunks: createChunkRepository(connection),
  };
  await Promise.all(Object.values(connection.models).map((model) => model.init()));
  const accounts = Math.ceil(orders / ORDERS_OF_ACCOUNT);
  await insert({ collection: 'users', count: accounts, create: (index) => accountOf(index * ORDERS_OF_ACCOUNT, now) });
  await insert({ collection: 'codes', count: accounts, create: (index) => codeOf(index * ORDERS_OF_ACCOUNT, now) });
  await insert({ collection: 'sign-in-events', count: orders, create: (index) => signInOf(index, now) });
  await insert({ collection: 'audit-entries', count: orders, create: (index) => entryOf(index, now) });
  await insert({ collection: 'mails', count: orders, create: (index) => mailOf(index, now) });
  await insert({ collection: 'media', count: orders, create: (index) => finishedOf(index, now) });
  const library = (index: number) => ({ id: `library-${index}`, contest: Math.floor(index / LIBRARY_OF_CONTEST), at: new Date(now) });
  await insert({
    ...{ collection: 'media', count: contests * LIBRARY_OF_CONTEST },
    create: (index) => mediumOf({ ...library(index), category: 'sample' }),
  });
  const uploads = contests * UPLOADS_OF_CONTEST;
  const upload = (index: number) => ({ contest: Math.floor(index / UPLOADS_OF_CONTEST), index: index % UPLOADS_OF_CONTEST });
  await insert({ collection: 'uploads', count: uploads, create: (index) => uploadOf({ ...upload(index), now }) });
  const chunk = (index: number) => upload(Math.floor(index / CHUNKS));
  await insert({
    ...{ collection: 'chunks', count: uploads * CHUNKS },
    create: (index) => chunkOf(uploadId(chunk(index).contest, chunk(index).index), index % CHUNKS),
  });
  return stores;
};
