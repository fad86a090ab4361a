import { createOutboxStore } from '@stagereel/service-kit';
import type { Connection } from 'mongoose';
import { athleteKey, contestId, customer, DAY_MS, inserterOf, openFilledShop, orderId, orderNumber, type Size } from './growth-data.ts';
import { entryId, fileHash, mailKey, openFilledServices, timeOf, uploadId } from './growth-services.ts';

const PAGE = 200;

/** Opens the collections of all services in one database and fills them. */
export const openFilled = async (connection: Connection, size: Size) => {
  const now = Date.now();
  const filling = { connection, insert: inserterOf(connection), size, now };
  return { now: new Date(now), ...(await openFilledShop(filling)), ...(await openFilledServices(filling)) };
};
export type Filled = Awaited<ReturnType<typeof openFilled>>;

/** What the shop does all the time or on a user's request, with its queries; resolves with how many documents it got. */
export const paths: Record<string, (filled: Filled) => Promise<number>> = {
  'outbox relay, nothing to publish': async ({ orderModel }) => ((await createOutboxStore(orderModel.collection).claim(1)) ? 1 : 0),
  'reconciler: payments to check': async ({ orders, now }) => (await orders.listDueChecks({ now, limit: PAGE })).length,
  'refunds to resume': async ({ orders, now }) => (await orders.listDueRefunds({ now, limit: PAGE })).length,
  'reminders of downloads': async ({ orders, now }) => (await orders.listDueReminders({ kind: 'claim', now, limit: PAGE })).length,
  'unpaid orders to forget': async ({ orders, now }) => {
    const createdBefore = new Date(now.getTime() - 3 * DAY_MS);
    const createdFrom = new Date(createdBefore.getTime() - 3_600_000);
    return (await orders.listForgettable({ createdFrom, createdBefore, limit: PAGE })).length;
  },
  'order list: changes of the last 30 minutes': async ({ orders, now }) =>
    (await orders.listRevisions(new Date(now.getTime() - 30 * 60_000))).length,
  'order list: orders read by id': async ({ orders }) =>
    (await orders.listPaid({ ids: Array.from({ length: PAGE }, (_, index) => orderId(500 + index)) })).length,
  'order by its number': async ({ orders }) => ((await orders.findByNumber(orderNumber(500))) ? 1 : 0),
  'purchases of a customer': async ({ orders }) => (await orders.listPaid({ email: customer(500) })).length,
  'open orders of a customer': async ({ orders }) => (await orders.listOpenSlots(customer(0))).length,
  'sales of a day': async ({ orders, now }) => {
    const period = { from: new Date(now.getTime() - (2 * DAY_MS) / 4), before: new Date(now.getTime() - DAY_MS / 4) };
    let count = 0;
    for await (const _order of orders.streamPaid({ by: 'payment', period, contestId: undefined })) count += 1;
    return count;
  },
  'orders of a contest': async ({ orders }) => {
    let count = 0;
    for await (const _order of orders.streamPaid({ by: 'order', period: { from: null, before: null }, contestId: contestId(1) }))
      count += 1;
    return count;
  },
  'all contests': async ({ catalog }) => (await catalog.contests.list()).length,
  'athletes of a contest on sale': async ({ catalog }) => (await catalog.athletes.listOnSale(contestId(1))).length,
  'quote of ten videos': async ({ catalog }) =>
    (await catalog.athletes.findByKeys(Array.from({ length: 10 }, (_, index) => athleteKey(2, index)))).length,
  'account by its address': async ({ users }) => ((await users.findByEmail(customer(500))) ? 1 : 0),
  'code of an address': async ({ codes }) =>
    (await codes.find({ key: { purpose: 'order', email: customer(500) }, device: undefined })) ? 1 : 0,
  'sign-ins of an address': async ({ signIns }) => (await signIns.listByEmail(customer(500))).length,
  'latest sign-ins of a day': async ({ signInReport, now }) =>
    (await signInReport.findLatest({ from: new Date(now.getTime() - DAY_MS), to: now, limit: 50 })).length,
  'audit log, first page': async ({ auditLog }) => (await auditLog.find({ words: [], limit: 50 })).length,
  'audit log, a later page': async ({ auditLog, now }) => {
    const after = { occurredAt: timeOf(500, now.getTime()), eventId: entryId(500) };
    return (await auditLog.find({ words: [], after, limit: 50 })).length;
  },
  'audit log, entries about an order': async ({ auditLog }) =>
    (await auditLog.find({ words: [], targetId: orderNumber(500), limit: 50 })).length,
  'audit log, entries with an address': async ({ auditLog }) => (await auditLog.findMentioning(customer(500))).length,
  'mails to an address': async ({ mails }) => (await mails.listByRecipient(customer(500))).length,
  'mails that are not sent': async ({ mails }) => (await mails.readBacklog()).reduce((sum, { count }) => sum + count, 0),
  'mail of an event that arrives again': async ({ mails, now }) => {
    const record = { key: mailKey(500), messageId: '', causedBy: '', template: '', recipient: '', orderNumber: null };
    return (await mails.claim({ record, now, leaseMs: 1000 })).state === 'sent' ? 1 : 0;
  },
  'outbox relay of mails, nothing to publish': async ({ mailOutbox }) => ((await mailOutbox.claim(1)) ? 1 : 0),
  'library of a contest': async ({ media }) => (await media.listByContest(contestId(1))).length,
  'public file by its content': async ({ media }) => ((await media.findPublicFile(fileHash('library-5'))) ? 1 : 0),
  'finished videos to remove': async ({ media, now }) => (await media.listFinishedBefore(new Date(now.getTime() - 90 * DAY_MS))).length,
  'media to process': async ({ media, now }) => (await media.readProcessingBacklog(now)).count,
  'uploads to a contest': async ({ uploads }) => (await uploads.listByContest(contestId(1))).length,
  'uploads to remove': async ({ uploads, now }) => (await uploads.listUntouchedSince(new Date(now.getTime() - 7 * DAY_MS))).length,
  'chunks of an upload': async ({ chunks }) => (await chunks.listStored(uploadId(1, 1))).length,
};
