import { RISK_LEVELS } from '@stagereel/contracts';
import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import {
  type CodeOutcome,
  FAILED_OUTCOMES,
  type FailedSignIn,
  type Period,
  SIGN_IN_OUTCOMES,
  type SignInEntryPoint,
  type SignInEvent,
  type SignInLog,
  type SignInOutcome,
  type SignInReport,
} from '../domain/sign-in/sign-in-event.ts';

/** Events from before attempts were counted together have no `count`. */
type SignInRecord = Omit<SignInEvent, 'id' | 'entryPoint' | 'count'> & { _id: string; door: SignInEntryPoint; count?: number };
export type SignInModel = Model<SignInRecord>;

const schema = new Schema<SignInRecord>(
  {
    _id: String,
    at: { type: Date, required: true },
    count: Number,
    door: { type: String, enum: ['admin', 'customer', 'registration'], required: true },
    email: { type: String, required: true },
    userId: { type: String, default: null },
    outcome: { type: String, enum: SIGN_IN_OUTCOMES, required: true },
    ip: { type: String, required: true },
    network: { type: String, required: true },
    userAgentHash: { type: String, required: true },
    risk: {
      isNewNetwork: { type: Boolean, required: true },
      isNewDevice: { type: Boolean, required: true },
      failuresOfAddress: { type: Number, required: true },
      failedAccountsOfNetwork: { type: Number, required: true },
      score: { type: Number, required: true },
      level: { type: String, enum: RISK_LEVELS, required: true },
    },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ network: 1, at: 1 });
schema.index({ email: 1, at: 1 });
schema.index({ at: 1, _id: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const connectSignInModel = (connection: Connection): SignInModel =>
  connection.model<SignInRecord>('SignInEvent', schema, 'sign-in-events');

const toSignInEvent = ({ _id, door, count = 1, ...fields }: SignInRecord): SignInEvent => ({ id: _id, entryPoint: door, count, ...fields });

const failed = { outcome: { $in: [...FAILED_OUTCOMES] } };

export const createSignInLog = (model: SignInModel): SignInLog => ({
  append: async ({ id, entryPoint, ...fields }) => {
    try {
      await model.create({ _id: id, door: entryPoint, ...fields });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await model.updateOne({ _id: id }, { $inc: { count: fields.count } });
    }
  },
  countAgain: async (id) => (await model.updateOne({ _id: id }, { $inc: { count: 1 } })).matchedCount === 1,
  countFailuresOfAddress: ({ email, since }) => model.countDocuments({ ...failed, email, at: { $gt: since } }),
  countFailuresOfNetwork: async ({ network, since }) => {
    const accounts = await model.aggregate<{ _id: string; failures: number }>([
      { $match: { ...failed, network, at: { $gt: since } } },
      { $group: { _id: '$email', failures: { $sum: 1 } } },
    ]);
    return { accounts: accounts.length, failures: accounts.reduce((sum, { failures }) => sum + failures, 0) };
  },
  hasSucceeded: async ({ email, network }) => (await model.exists({ email, network, outcome: 'succeeded' })) !== null,
  listByEmail: async (email) => (await model.find({ email }).sort({ at: -1, _id: -1 }).lean()).map(toSignInEvent),
  pseudonymise: async ({ email, pseudonym, until }) => {
    await model.updateMany({ email, at: { $lte: until } }, { $set: { email: pseudonym } });
  },
});

type HourGroup = { hour: string; door: SignInEntryPoint; outcome: SignInOutcome; level: string };

const inPeriod = ({ from, to }: Period) => ({ at: { $gte: from, $lte: to } });
/** In UTC, which is correct for all time zones with a whole-hour offset, such as Asia/Tokyo. */
const hour = { $dateToString: { format: '%Y-%m-%dT%H:00:00.000Z', date: '$at' } };

const attempts = { $ifNull: ['$count', 1] };

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
        { $match: inPeriod(period) },
        { $group: { _id: { hour, door: '$door', outcome: '$outcome', level: '$risk.level' }, count: { $sum: attempts } } },
      ]);
      return groups.map(({ _id: group, count }) => ({
        hour: new Date(group.hour),
        entryPoint: group.door,
        outcome: group.outcome,
        isHighRisk: group.level === 'high',
        count,
      }));
    },
    countNetworks: (period) => countDistinct(inPeriod(period), 'network'),
    countActiveUsers: (period) => countDistinct({ ...inPeriod(period), outcome: 'succeeded', userId: { $ne: null } }, 'userId'),
    findCodeOutcomes: ({ userIds, ...period }) =>
      model
        .find(
          { ...inPeriod(period), outcome: { $in: ['wrong-code', 'succeeded'] }, userId: { $in: [...userIds] } },
          { _id: 0, userId: 1, network: 1, at: 1, outcome: 1 },
        )
        .lean<CodeOutcome[]>(),
    findFailuresByNetwork: async ({ minAccounts, maxNetworks, ...period }) => {
      const failures = { ...inPeriod(period), ...failed };
      const networks = await model.aggregate<{ _id: string }>([
        { $match: failures },
        { $group: { _id: { network: '$network', email: '$email' }, failures: { $sum: 1 } } },
        { $group: { _id: '$_id.network', accounts: { $sum: 1 }, failures: { $sum: '$failures' } } },
        { $match: { accounts: { $gte: minAccounts } } },
        { $sort: { failures: -1, _id: 1 } },
        { $limit: maxNetworks },
      ]);
      const ofNetworks = { ...failures, network: { $in: networks.map(({ _id }) => _id) } };
      return model.find(ofNetworks, { _id: 0, network: 1, email: 1, at: 1 }).lean<FailedSignIn[]>();
    },
    findLatest: async ({ limit, ...period }) => {
      const found = await model.find(inPeriod(period)).sort({ at: -1, _id: -1 }).limit(limit).lean();
      return found.map(toSignInEvent);
    },
  };
};
