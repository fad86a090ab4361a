import type { EventEnvelope } from '@stagereel/contracts';
import { outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { TwoFactor, User } from '../domain/user/user.ts';

export type UserRecord = Omit<User, 'id' | 'twoFactor'> & {
  _id: string;
  twoFactor?: TwoFactor | null;
  /** The deletion mark of an admin. */
  leaving?: { mark: string; at: Date };
  /** Set on an erased account whose events are not published yet. */
  deletedAt?: Date;
  outbox?: EventEnvelope[];
  outboxDueAt?: Date;
  outboxClaim?: string;
};
export type UserModel = Model<UserRecord>;

const schema = new Schema<UserRecord>(
  {
    _id: String,
    email: { type: String, required: true, unique: true },
    name: { type: String, default: null },
    passwordHash: { type: String, required: true },
    isAdmin: { type: Boolean, required: true },
    emailProven: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    lastLoginAt: { type: Date, default: null },
    twoFactor: {
      type: new Schema<TwoFactor>(
        {
          sealedSecret: { type: String, required: true },
          enabledAt: { type: Date, required: true },
          lastStep: { type: Number, required: true },
        },
        { _id: false },
      ),
      default: null,
    },
    timesSignedOut: { type: Number, default: undefined },
    leaving: {
      type: new Schema({ mark: { type: String, required: true }, at: { type: Date, required: true } }, { _id: false }),
      default: undefined,
    },
    deletedAt: { type: Date, default: undefined },
    ...outboxFields,
  },
  { versionKey: false },
);
schema.index({ createdAt: -1, _id: -1 });
schema.index({ isAdmin: 1, createdAt: -1 });
schema.index({ deletedAt: 1 }, { sparse: true });
schema.index({ 'leaving.at': 1 }, { sparse: true });
schema.index({ outboxDueAt: 1 }, { sparse: true });

export const USERS = 'users';
/** The outbox relay removes these records after their last event is published. */
export const deletedUsers = { deletedAt: { $exists: true } };
/** Every query except the outbox relay's must include this filter. */
export const NOT_DELETED = { deletedAt: { $exists: false } };

export const connectUserModel = (connection: Connection): UserModel => connection.model<UserRecord>('User', schema, USERS);
