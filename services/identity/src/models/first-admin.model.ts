import { type Connection, Schema } from 'mongoose';
import type { FirstAdmins } from '../domain/user/user.ts';

const schema = new Schema<{ _id: string }>({ _id: String }, { versionKey: false });

export const createFirstAdmins = (connection: Connection): FirstAdmins => {
  const FirstAdmin = connection.model('FirstAdmin', schema, 'first-admins');
  return {
    has: async (emailHash) => (await FirstAdmin.exists({ _id: emailHash })) !== null,
    add: async (emailHash) => {
      await FirstAdmin.updateOne({ _id: emailHash }, { $setOnInsert: { _id: emailHash } }, { upsert: true });
    },
  };
};
