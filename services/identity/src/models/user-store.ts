import { appendToOutbox, isDuplicateKey, withInitialEvents } from '@stagereel/service-kit';
import type { Sweepable } from '../domain/sweep-expired.ts';
import type { AdminDeletionMarks, ListedUser, User, UserReport, UserStore } from '../domain/user/user.ts';
import { deletedUsers, NOT_DELETED, type UserModel, type UserRecord } from './user.model.ts';

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
  const { passwordHash, emailProven, twoFactor = null, timesSignedOut } = record;
  return { ...toListed(record), passwordHash, emailProven, twoFactor, ...(timesSignedOut !== undefined && { timesSignedOut }) };
};

/** Removes all personal data. The email is replaced by a unique text that is not an address, so that the address can register again. */
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
    const found = await model.findOne({ _id: id, ...NOT_DELETED }).lean();
    return found ? toUser(found) : undefined;
  },
  findByEmail: async (email) => {
    // Without Mongoose, whose query costs as much again as the driver's, because it runs for every proof of an address.
    const found = await model.collection.findOne<UserRecord>({ email, ...NOT_DELETED });
    return found ? toUser(found) : undefined;
  },
  list: async () => (await model.find(NOT_DELETED, LISTED).sort({ createdAt: -1, _id: -1 }).lean<ListedRecord[]>()).map(toListed),
  create: async ({ user: { id, ...fields }, events }) => {
    try {
      await model.create({ _id: id, ...fields, ...withInitialEvents(events) });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },
  setPassword: async ({ id, passwordHash, expectedHash, events }) => {
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...NOT_DELETED, ...(expectedHash === undefined ? {} : { passwordHash: expectedHash }) },
      { ...appendToOutbox(events), $set: { passwordHash, emailProven: true } },
    );
    return modifiedCount === 1;
  },
  countSignOut: async ({ id, events }) => {
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...NOT_DELETED },
      { ...appendToOutbox(events), $inc: { timesSignedOut: 1 } },
    );
    return modifiedCount === 1;
  },
  makeAdmin: async ({ id, passwordHash, expectedHash, events }) => {
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...NOT_DELETED, isAdmin: false, passwordHash: expectedHash },
      { ...appendToOutbox(events), $set: { passwordHash, isAdmin: true, emailProven: true } },
    );
    return modifiedCount === 1;
  },
  setTwoFactor: async ({ id, twoFactor, expected, currentStep, events }) => {
    const current = expected
      ? {
          'twoFactor.sealedSecret': expected.sealedSecret,
          ...(currentStep === undefined ? {} : { 'twoFactor.lastStep': { $lt: currentStep } }),
        }
      : { twoFactor: null };
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...NOT_DELETED, ...current },
      { ...appendToOutbox(events), $set: { twoFactor } },
    );
    return modifiedCount === 1;
  },
  useStep: async ({ id, sealedSecret, step }) => {
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...NOT_DELETED, 'twoFactor.sealedSecret': sealedSecret, 'twoFactor.lastStep': { $lt: step } },
      { $set: { 'twoFactor.lastStep': step } },
    );
    return modifiedCount === 1;
  },
  markSignedIn: async ({ id, at }) => {
    await model.updateOne({ _id: id, ...NOT_DELETED }, { $max: { lastLoginAt: at } });
  },
  erase: async ({ id, mark, at, events }) => {
    const role = mark === undefined ? { isAdmin: false } : { 'leaving.mark': mark };
    const { modifiedCount } = await model.updateOne(
      { _id: id, ...NOT_DELETED, ...role },
      { ...appendToOutbox(events), $set: { ...erased(id), deletedAt: at }, $unset: { twoFactor: '', leaving: '' } },
    );
    return modifiedCount === 1;
  },
  // The outbox relay removes erased accounts itself, unless it crashes after the last event.
  removeExpired: async () => {
    await model.deleteMany({ ...deletedUsers, outbox: { $exists: false } });
  },
});

const ADMINS = { ...NOT_DELETED, isAdmin: true };

/** A mark is stored in the admin's own document, so that setting it is one conditional write. */
export const createAdminDeletionMarks = (model: UserModel): AdminDeletionMarks => ({
  mark: async ({ id, mark, at }) => {
    const { modifiedCount } = await model.updateOne(
      { ...ADMINS, _id: id, leaving: { $exists: false } },
      { $set: { leaving: { mark, at } } },
    );
    return modifiedCount === 1;
  },
  unmark: async ({ id, mark }) => {
    await model.updateOne({ _id: id, 'leaving.mark': mark }, { $unset: { leaving: '' } });
  },
  removeMarksBefore: async (time) => {
    await model.updateMany({ 'leaving.at': { $lt: time } }, { $unset: { leaving: '' } });
  },
  findOthers: async (id) => {
    const others = { ...ADMINS, _id: { $ne: id } };
    const hasUnmarked = (await model.exists({ ...others, leaving: { $exists: false } })) !== null;
    const hasMarked = (await model.exists({ ...others, leaving: { $exists: true } })) !== null;
    return { hasUnmarked, hasMarked };
  },
});

export const createUserReport = (model: UserModel): UserReport => ({
  count: () => model.countDocuments(NOT_DELETED),
  countRegistered: (since) => model.countDocuments({ ...NOT_DELETED, isAdmin: false, createdAt: { $gte: since } }),
  countByEmails: (emails) => model.countDocuments({ ...NOT_DELETED, email: { $in: [...emails] } }),
  admins: async () => {
    const found = await model.find(ADMINS, { twoFactor: 1 }).lean<Pick<UserRecord, '_id' | 'twoFactor'>[]>();
    return found.map(({ _id, twoFactor }) => ({ id: _id, hasAuthenticator: Boolean(twoFactor) }));
  },
});
