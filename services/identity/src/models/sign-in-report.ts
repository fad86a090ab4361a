import type { FailedSignIn, HourCount, Period, SignInReport } from '../domain/security/sign-in-report.ts';
import { FAILED_OUTCOMES } from '../domain/sign-in/sign-in-log.ts';
import { type SignInModel, toSignInEvent } from './sign-in-event.model.ts';

type HourGroup = Pick<HourCount, 'door' | 'outcome'> & { hour: string; level: string };

const within = ({ from, to }: Period) => ({ at: { $gte: from, $lte: to } });
const failed = { outcome: { $in: [...FAILED_OUTCOMES] } };
/** Shops in whole-hour time zones share the hours of UTC. */
const hour = { $dateToString: { format: '%Y-%m-%dT%H:00:00.000Z', date: '$at' } };

export const createSignInReport = (model: SignInModel): SignInReport => {
  const countDistinct = async (match: object, field: string): Promise<number> => {
    const [found] = await model.aggregate<{ count: number }>([
      { $match: match },
      { $group: { _id: `$${field}` } },
      { $group: { _id: null, count: { $sum: 1 } } },
    ]);
    return found?.count ?? 0;
  };
  return {
    countByHour: async (period) => {
      const groups = await model.aggregate<{ _id: HourGroup; count: number }>([
        { $match: within(period) },
        { $group: { _id: { hour, door: '$door', outcome: '$outcome', level: '$risk.level' }, count: { $sum: 1 } } },
      ]);
      return groups.map(({ _id: { level, ...group }, count }) => ({
        ...group,
        hour: new Date(group.hour),
        isHighRisk: level === 'high',
        count,
      }));
    },
    countNetworks: (period) => countDistinct(within(period), 'network'),
    countActiveUsers: (period) => countDistinct({ ...within(period), outcome: 'succeeded', userId: { $ne: null } }, 'userId'),
    countWrongCodes: ({ userIds, ...period }) =>
      model.countDocuments({ ...within(period), outcome: 'wrong-code', userId: { $in: [...userIds] } }),
    failuresOfNetworks: async ({ accounts, networks, ...period }) => {
      const most = await model.aggregate<{ _id: string }>([
        { $match: { ...within(period), ...failed } },
        { $group: { _id: { network: '$network', email: '$email' }, failures: { $sum: 1 } } },
        { $group: { _id: '$_id.network', accounts: { $sum: 1 }, failures: { $sum: '$failures' } } },
        { $match: { accounts: { $gte: accounts } } },
        { $sort: { failures: -1, _id: 1 } },
        { $limit: networks },
      ]);
      const ofThese = { ...within(period), ...failed, network: { $in: most.map(({ _id }) => _id) } };
      return model.find(ofThese, { _id: 0, network: 1, email: 1, at: 1 }).lean<FailedSignIn[]>();
    },
    latest: async ({ limit, ...period }) => {
      const found = await model.find(within(period)).sort({ at: -1, _id: -1 }).limit(limit).lean();
      return found.map(toSignInEvent);
    },
  };
};
