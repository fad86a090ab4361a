import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';

type KeyRecord = { _id: string; pem: string };

const schema = new Schema<KeyRecord>({ _id: String, pem: { type: String, required: true } }, { versionKey: false });
const KEY_ID = 'signing-key';

/** The generated signing key of a development setup, which all replicas share. In production the key is configured. */
export const findOrCreateSigningKey = async (connection: Connection, generate: () => string): Promise<string> => {
  const Key = connection.model('SigningKey', schema, 'signing-keys');
  const find = async (): Promise<string | undefined> => (await Key.findById(KEY_ID).lean())?.pem;
  const existing = await find();
  if (existing) return existing;
  const pem = generate();
  try {
    await Key.create({ _id: KEY_ID, pem });
    return pem;
  } catch (error) {
    // A concurrent replica created its key first.
    const concurrent = isDuplicateKey(error) ? await find() : undefined;
    if (!concurrent) throw error;
    return concurrent;
  }
};
