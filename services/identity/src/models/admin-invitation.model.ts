import type { EventEnvelope } from '@stagereel/contracts';
import { appendToOutbox, isDuplicateKey, outboxFields } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import { addSeconds } from '../domain/clock.ts';
import type { Invitation, InvitationStore } from '../domain/invitation/invitation.ts';
import type { Sweepable } from '../domain/sweep-expired.ts';

type InvitationRecord = {
  _id: string;
  /** Missing after it was accepted or withdrawn: no personal data is kept from then on. */
  open?: Omit<Invitation, 'id'>;
  tokenHash?: string;
  claimedAt?: Date;
  /** The record is deleted at this time, when its events are published. */
  purgeAt: Date;
  outbox?: EventEnvelope[];
  outboxDueAt?: Date;
  outboxClaim?: string;
};

const text = { type: String, required: true } as const;
const time = { type: Date, required: true } as const;
const schema = new Schema<InvitationRecord>(
  {
    _id: String,
    open: {
      type: new Schema<InvitationRecord['open']>(
        { email: text, invitedBy: new Schema({ id: text, email: text }, { _id: false }), sentAt: time, expiresAt: time },
        { _id: false },
      ),
      default: undefined,
    },
    tokenHash: String,
    claimedAt: Date,
    purgeAt: time,
    ...outboxFields,
  },
  { versionKey: false },
);
schema.index({ tokenHash: 1 }, { unique: true, sparse: true });
schema.index({ outboxDueAt: 1 }, { sparse: true });
// Not a TTL index, because that would delete unpublished events.
schema.index({ purgeAt: 1 });

export const ADMIN_INVITATIONS = 'admin-invitations';

/** An older claim was left behind by a crashed process. */
const CLAIM_SECONDS = 30;
const unclaimed = (now: Date) => ({
  $or: [{ claimedAt: { $exists: false } }, { claimedAt: { $lt: addSeconds({ to: now, seconds: -CLAIM_SECONDS }) } }],
});
const OPEN = { open: { $exists: true } };
const CLOSED = { open: '', tokenHash: '', claimedAt: '' };

const toInvitation = ({ _id, open }: InvitationRecord): Invitation[] => (open ? [{ id: _id, ...open }] : []);

/** One document per address. */
export const createInvitationStore = (connection: Connection): InvitationStore & Sweepable => {
  const Invitations = connection.model('AdminInvitation', schema, ADMIN_INVITATIONS);
  const findOpen = async (filter: { _id: string } | { tokenHash: string }): Promise<Invitation | undefined> => {
    const found = await Invitations.findOne({ ...filter, ...OPEN }).lean();
    return found ? toInvitation(found)[0] : undefined;
  };
  return {
    save: async ({ id, tokenHash, purgeAt, events, ...open }) => {
      try {
        await Invitations.updateOne(
          { _id: id, ...unclaimed(open.sentAt) },
          { ...appendToOutbox(events), $set: { open, tokenHash, purgeAt }, $unset: { claimedAt: '' } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        // The address has an invitation that the filter excludes, so it is claimed.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    list: async () => (await Invitations.find(OPEN).sort({ 'open.sentAt': -1, _id: 1 }).lean()).flatMap(toInvitation),
    find: (id) => findOpen({ _id: id }),
    findByToken: (tokenHash) => findOpen({ tokenHash }),
    withdraw: async ({ id, sentUntil, now, events }) => {
      const { modifiedCount } = await Invitations.updateOne(
        { _id: id, ...OPEN, ...unclaimed(now), ...(sentUntil && { 'open.sentAt': { $lte: sentUntil } }) },
        { ...appendToOutbox(events), $set: { purgeAt: now }, $unset: CLOSED },
      );
      return modifiedCount === 1;
    },
    claim: async ({ tokenHash, now }) => {
      const { modifiedCount } = await Invitations.updateOne({ tokenHash, ...OPEN, ...unclaimed(now) }, { $set: { claimedAt: now } });
      return modifiedCount === 1;
    },
    release: async (id) => {
      await Invitations.updateOne({ _id: id }, { $unset: { claimedAt: '' } });
    },
    finish: async ({ id, now }) => {
      await Invitations.updateOne({ _id: id }, { $set: { purgeAt: now }, $unset: CLOSED });
    },
    removeByUser: async (userId) => {
      await Invitations.updateMany({ 'open.invitedBy.id': userId }, { $set: { purgeAt: new Date() }, $unset: CLOSED });
    },
    removeExpired: async (now) => {
      await Invitations.deleteMany({ purgeAt: { $lte: now }, outbox: { $exists: false } });
    },
  };
};
