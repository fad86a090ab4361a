import { randomUUID } from 'node:crypto';
import { DAY } from '@stagereel/contracts';
import { appendToOutbox, createOutboxStore, isDuplicateKey, type OutboxStore } from '@stagereel/service-kit';
import type { Connection } from 'mongoose';
import { v7 as uuid } from 'uuid';
import { statesBefore } from '../domain/mail-states.ts';
import type { Claim, HeldMail, MailRecords } from '../domain/ports.ts';
import { mailModel } from './mail.model.ts';

/** As long as the ids of events are kept anywhere: no repeat comes later than that. */
const KEEP_MS = 90 * DAY * 1000;

type Options = { connection: Connection /** Called after a write that appended an event. */; onEvents: () => void };

/** Opens the mails' collection; resolves once its unique index stands. */
export const openMailRecords = async (options: Options): Promise<{ records: MailRecords; outbox: OutboxStore }> => {
  const { connection, onEvents } = options;
  const model = mailModel(connection);
  await model.init();

  const create: (input: Parameters<MailRecords['claim']>[0]) => Promise<Claim | undefined> = async ({ facts, now, leaseMs }) => {
    const held: HeldMail = { id: uuid(), token: randomUUID() };
    try {
      await model.create({
        ...facts,
        _id: held.id,
        state: 'sending',
        attempts: 1,
        claim: held.token,
        claimedUntil: new Date(now.getTime() + leaseMs),
        createdAt: now,
        removeAt: new Date(now.getTime() + KEEP_MS),
      });
      return { state: 'claimed', isTakeover: false, ...held };
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  };

  const takeUp: typeof create = async ({ facts: { key }, now, leaseMs }) => {
    const token = randomUUID();
    const before = await model
      .findOneAndUpdate(
        { key, state: { $in: statesBefore('sending') }, $or: [{ state: { $ne: 'sending' } }, { claimedUntil: { $lte: now } }] },
        { $set: { state: 'sending', claim: token, claimedUntil: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
        { returnDocument: 'before' },
      )
      .lean();
    return before ? { state: 'claimed', isTakeover: before.state === 'sending', id: before._id, token } : undefined;
  };

  const records: MailRecords = {
    claim: async (input) => {
      const claimed = (await create(input)) ?? (await takeUp(input));
      if (claimed) return claimed;
      const found = await model.findOne({ key: input.facts.key }, { state: 1, claimedUntil: 1 }).lean();
      if (found?.state === 'sent' || found?.state === 'recalled') return { state: found.state };
      return { state: 'held', until: found?.claimedUntil ?? input.now };
    },
    markSent: async ({ id, sentAt, event }) => {
      const { $push, $set } = appendToOutbox([event]);
      const { modifiedCount } = await model.updateOne(
        { _id: id, state: { $in: statesBefore('sent') } },
        { $push, $set: { ...$set, state: 'sent', sentAt }, $unset: { claim: '', claimedUntil: '', lastError: '', failedAt: '' } },
      );
      onEvents();
      return modifiedCount === 1;
    },
    markWaiting: async ({ held: { id, token }, reason }) => {
      await model.updateOne(
        { _id: id, claim: token, state: { $in: statesBefore('waiting') } },
        { $set: { state: 'waiting', lastError: reason }, $unset: { claim: '', claimedUntil: '' } },
      );
    },
    markFailed: async ({ held: { id, token }, reason, failedAt, event }) => {
      const { $push, $set } = appendToOutbox([event]);
      const { modifiedCount } = await model.updateOne(
        { _id: id, claim: token, state: { $in: statesBefore('failed') } },
        { $push, $set: { ...$set, state: 'failed', failedAt, lastError: reason }, $unset: { claim: '', claimedUntil: '' } },
      );
      onEvents();
      return modifiedCount === 1;
    },
    markRecalled: async ({ held: { id, token } }) => {
      await model.updateOne(
        { _id: id, claim: token, state: { $in: statesBefore('recalled') } },
        { $set: { state: 'recalled' }, $unset: { claim: '', claimedUntil: '' } },
      );
    },
    removeOld: async (now) => (await model.deleteMany({ removeAt: { $lte: now } })).deletedCount,
  };
  return { records, outbox: createOutboxStore(model.collection) };
};
