import { appendToOutbox, bornWithEvents, isDuplicateKey } from '@stagereel/service-kit';
import type { Sweepable } from '../domain/sweep-expired.ts';
import type { ListedUser, User, UserStore } from '../domain/users/user.ts';
import { ALIVE, deletedUsers, type UserModel, type UserRecord } from './user.model.ts';

const LISTED = { email: 1, name: 1, isAdmin: 1, createdAt: 1, lastLoginAt: 1 } as const;
type ListedRecord = Pick<UserRecord, '_id' | keyof typeof LISTED>;

const toListed = ({ _id, email, name, isAdmin, createdAt, lastLoginAt }: ListedRecord): ListedUser => ({
  id: _id,
  email,
  name,
  isAdmin,
  createdAt,
  lastLoginAt,
});
const toUser = (record: UserRecord): User => {
  const { passwordHash, emailProven, twoFactor = null } = record;
  return { ...toListed(record), passwordHash, emailProven, twoFactor };
};

/** Nothing of the person stays. The address is free again: what stands in its place is no address, and unique as the id is. */
const erased = (id: string) => ({
  email: `deleted:${id}`,
  name: null,
  passwordHash: '',
  isAdmin: false,
  emailProven: false,
  lastLoginAt: null,
});

export const createUserStore = (model: UserModel): UserStore & Sweepable => ({
  findById: async (id) => {
    const found = await model.findOne({ _id: id, ...ALIVE }).lean();
    return found ? toUser(found) : undefined;
  },
  findByEmail: async (email) => {
    const found = await model.findOne({ email, ...ALIVE }).lean();
    return found ? toUser(found) : undefined;
  },
  list: async () => (await model.find(ALIVE, LISTED).sort({ createdAt: -1, _id: -1 }).lean<ListedRecord[]>()).map(toListed),
  create: async ({ user: { id, ...fields }, events }) => {
    try {
      await model.create({ _id: id, ...fields, ...bornWithEvents(events) });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },
  setPassword: async ({ id, passwordHash, replaces, events }) => {
    const { $push, $set } = appendToOutbox(events);
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...ALIVE, ...(replaces === undefined ? {} : { passwordHash: replaces }) },
      { $push, $set: { ...$set, passwordHash, emailProven: true } },
    );
    return modifiedCount === 1;
  },
  setTwoFactor: async ({ id, twoFactor, replaces, currentStep, events }) => {
    const { $push, $set } = appendToOutbox(events);
    const present = replaces
      ? {
          'twoFactor.sealedSecret': replaces.sealedSecret,
          ...(currentStep === undefined ? {} : { 'twoFactor.lastStep': { $lt: currentStep } }),
        }
      : { twoFactor: null };
    const { modifiedCount } = await model.updateOne({ _id: id, ...ALIVE, ...present }, { $push, $set: { ...$set, twoFactor } });
    return modifiedCount === 1;
  },
  useStep: async ({ id, sealedSecret, step }) => {
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...ALIVE, 'twoFactor.sealedSecret': sealedSecret, 'twoFactor.lastStep': { $lt: step } },
      { $set: { 'twoFactor.lastStep': step } },
    );
    return modifiedCount === 1;
  },
  markSignedIn: async ({ id, at }) => {
    await model.updateOne({ _id: id, ...ALIVE }, { $max: { lastLoginAt: at } });
  },
  erase: async ({ id, leaving, at, events }) => {
    const { $push, $set } = appendToOutbox(events);
    const role = leaving === undefined ? { isAdmin: false } : { 'leaving.mark': leaving };
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...ALIVE, ...role },
      { $push, $set: { ...$set, ...erased(id), deletedAt: at }, $unset: { twoFactor: '', leaving: '' } },
    );
    return modifiedCount === 1;
  },
  // What a relay left behind that died between the last event and the removal.
  removeExpired: async () => {
    await model.deleteMany({ ...deletedUsers, outbox: { $exists: false } });
  },
});
