import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';

type KeyRecord = { _id: string; pem: string };

const schema = new Schema<KeyRecord>({ _id: String, pem: { type: String, required: true } }, { versionKey: false });
const ONLY = 'signing-key';

/** The signing key of a development set-up, shared by the replicas through the database. Production brings its own and never asks for this. */
export const sharedSigningKey = async (connection: Connection, generate: () => string): Promise<string> => {
  const Key = connection.model('SigningKey', schema, 'signing-keys');
  const find = async (): Promise<string | undefined> => (await Key.findById(ONLY).lean())?.pem;
  const existing = await find();
  if (existing) return existing;
  const pem = generate();
  try {
    await Key.create({ _id: ONLY, pem });
    return pem;
  } catch (error) {
    const winners = isDuplicateKey(error) ? await find() : undefined;
    if (!winners) throw error;
    return winners;
  }
};
