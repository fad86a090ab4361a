import type { UserReport } from '../domain/users/user-report.ts';
import { ALIVE, type UserModel, type UserRecord } from './user.model.ts';

export const createUserReport = (model: UserModel): UserReport => ({
  count: () => model.countDocuments(ALIVE),
  countRegistered: (since) => model.countDocuments({ ...ALIVE, isAdmin: false, createdAt: { $gte: since } }),
  countOf: (emails) => model.countDocuments({ ...ALIVE, email: { $in: [...emails] } }),
  admins: async () => {
    const found = await model.find({ ...ALIVE, isAdmin: true }, { twoFactor: 1 }).lean<Pick<UserRecord, '_id' | 'twoFactor'>[]>();
    return found.map(({ _id, twoFactor }) => ({ id: _id, hasAuthenticator: Boolean(twoFactor) }));
  },
});
