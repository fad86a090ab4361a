import { randomUUID } from 'node:crypto';
import { MAIL_RECORD_SECONDS } from '@stagereel/contracts';
import { appendToOutbox, type ChangedDocument, isDuplicateKey, MAX_READ } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import { type Claim, type LeasedMail, type MailRepository, predecessorsOf, UNSENT_STATES } from '../domain/mail/mail-record.ts';
import type { MailModel } from './mail.model.ts';

const END_OF_LEASE = { claim: '', claimedUntil: '' } as const;

type Options = { model: MailModel; onEvents: (changed: ChangedDocument) => void };
type TryClaim = (input: Parameters<MailRepository['claim']>[0]) => Promise<Claim | undefined>;

/** Calls `onEvents` after every write that stored an event in a document. */
export const createMailRepository = ({ model, onEvents }: Options): MailRepository => {
  const create: TryClaim = async ({ record, now, leaseMs }) => {
    const leased: LeasedMail = { id: uuid(), token: randomUUID() };
    try {
      await model.create({
        ...record,
        _id: leased.id,
        state: 'sending',
        attempts: 1,
        claim: leased.token,
        claimedUntil: new Date(now.getTime() + leaseMs),
        createdAt: now,
        removeAt: new Date(now.getTime() + MAIL_RECORD_SECONDS * 1000),
      });
      return { state: 'claimed', isTakeover: false, ...leased };
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  };

  const claimExisting: TryClaim = async ({ record: { key }, now, leaseMs }) => {
    const token = randomUUID();
    const before = await model
      .findOneAndUpdate(
        { key, state: { $in: predecessorsOf('sending') }, $or: [{ state: { $ne: 'sending' } }, { claimedUntil: { $lte: now } }] },
        { $set: { state: 'sending', claim: token, claimedUntil: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
        { returnDocument: 'before' },
      )
      .lean();
    return before ? { state: 'claimed', isTakeover: before.state === 'sending', id: before._id, token } : undefined;
  };

  return {
    claim: async (input) => {
      const claimed = (await create(input)) ?? (await claimExisting(input));
      if (claimed) return claimed;
      const found = await model.findOne({ key: input.record.key }, { state: 1, claimedUntil: 1 }).lean();
      if (found?.state === 'sent' || found?.state === 'recalled') return { state: found.state };
      return { state: 'leased', until: found?.claimedUntil ?? input.now };
    },
    markSent: async ({ id, sentAt, event }) => {
      const { modifiedCount } = await model.updateOne(
        { _id: id, state: { $in: predecessorsOf('sent') } },
        {
          $set: { state: 'sent', sentAt },
          $unset: { ...END_OF_LEASE, lastError: '', failedAt: '' },
          ...(event && appendToOutbox([event])),
        },
      );
      if (event) onEvents({ key: id });
      return modifiedCount === 1;
    },
    markWaiting: async ({ leased: { id, token }, reason }) => {
      await model.updateOne(
        { _id: id, claim: token, state: { $in: predecessorsOf('waiting') } },
        { $set: { state: 'waiting', lastError: reason }, $unset: END_OF_LEASE },
      );
    },
    markFailed: async ({ leased: { id, token }, reason, failedAt, event }) => {
      const { modifiedCount } = await model.updateOne(
        { _id: id, claim: token, state: { $in: predecessorsOf('failed') } },
        { ...appendToOutbox([event]), $set: { state: 'failed', failedAt, lastError: reason }, $unset: END_OF_LEASE },
      );
      onEvents({ key: id });
      return modifiedCount === 1;
    },
    markRecalled: async ({ leased: { id, token } }) => {
      await model.updateOne(
        { _id: id, claim: token, state: { $in: predecessorsOf('recalled') } },
        { $set: { state: 'recalled' }, $unset: END_OF_LEASE },
      );
    },
    listByRecipient: async (recipient) => {
      const found = await model.find({ recipient }).sort({ createdAt: -1 }).lean();
      return found.map(({ template, state, orderNumber, createdAt, sentAt = null }) => ({
        template,
        state,
        orderNumber,
        createdAt,
        sentAt,
      }));
    },
    readBacklog: () =>
      Promise.all(
        UNSENT_STATES.map(async (state) => {
          const mails = await model.find({ state }, { createdAt: 1 }).sort({ createdAt: 1 }).limit(MAX_READ).lean();
          return { state, count: mails.length, oldest: mails[0]?.createdAt };
        }),
      ),
    pseudonymise: async ({ recipient, pseudonym, until, key }) => {
      const filter = { recipient, createdAt: { $lte: until }, ...(key !== undefined && { key }) };
      await model.updateMany(filter, { $set: { recipient: pseudonym }, $unset: { lastError: '' } });
    },
  };
};
