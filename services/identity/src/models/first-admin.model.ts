import { type Connection, Schema } from 'mongoose';
import type { FirstAdmins } from '../domain/users/first-admins.ts';

const schema = new Schema<{ _id: string }>({ _id: String }, { versionKey: false });

export const createFirstAdmins = (connection: Connection): FirstAdmins => {
  const Known = connection.model('FirstAdmin', schema, 'first-admins');
  return {
    isKnown: async (key) => (await Known.exists({ _id: key })) !== null,
    remember: async (key) => {
      await Known.updateOne({ _id: key }, { $setOnInsert: { _id: key } }, { upsert: true });
    },
  };
};
