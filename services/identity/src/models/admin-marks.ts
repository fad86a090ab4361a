import type { AdminMarks } from '../domain/users/user.ts';
import { ALIVE, type UserModel } from './user.model.ts';

const ADMINS = { ...ALIVE, isAdmin: true };

/** Marks stand in the admin's own document, so that setting one is one conditional write. */
export const createAdminMarks = (model: UserModel): AdminMarks => ({
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
  endMarksBefore: async (time) => {
    await model.updateMany({ 'leaving.at': { $lt: time } }, { $unset: { leaving: '' } });
  },
  others: async (id) => {
    const others = { ...ADMINS, _id: { $ne: id } };
    const isAnyStaying = (await model.exists({ ...others, leaving: { $exists: false } })) !== null;
    const isAnyLeaving = (await model.exists({ ...others, leaving: { $exists: true } })) !== null;
    return { isAnyStaying, isAnyLeaving };
  },
});
