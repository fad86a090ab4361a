import type { EventEnvelope } from '@stagereel/contracts';
import { appendToOutbox, bornWithEvents, isDuplicateKey, outboxFields } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { User, UserStore } from '../domain/users/user.ts';

type UserRecord = Omit<User, 'id'> & { _id: string; outbox?: EventEnvelope[]; outboxDueAt?: Date; outboxClaim?: string };

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
    ...outboxFields,
  },
  { versionKey: false },
);
schema.index({ outboxDueAt: 1 }, { sparse: true });

export const USERS = 'users';

const toUser = ({ _id, email, name, passwordHash, isAdmin, emailProven, createdAt, lastLoginAt }: UserRecord): User => ({
  id: _id,
  email,
  name,
  passwordHash,
  isAdmin,
  emailProven,
  createdAt,
  lastLoginAt,
});

export const createUserStore = (connection: Connection): UserStore => {
  const UserModel = connection.model('User', schema, USERS);
  return {
    findById: async (id) => {
      const found = await UserModel.findById(id).lean();
      return found ? toUser(found) : undefined;
    },
    findByEmail: async (email) => {
      const found = await UserModel.findOne({ email }).lean();
      return found ? toUser(found) : undefined;
    },
    create: async ({ user: { id, ...fields }, events }) => {
      try {
        await UserModel.create({ _id: id, ...fields, ...bornWithEvents(events) });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    setPassword: async ({ id, passwordHash, replaces, events }) => {
      const { $push, $set } = appendToOutbox(events);
      const { modifiedCount } = await UserModel.updateOne(
        { _id: id, ...(replaces === undefined ? {} : { passwordHash: replaces }) },
        { $push, $set: { ...$set, passwordHash, emailProven: true } },
      );
      return modifiedCount === 1;
    },
    markSignedIn: async ({ id, at }) => {
      await UserModel.updateOne({ _id: id }, { $max: { lastLoginAt: at } });
    },
  };
};
