import { mongo } from 'mongoose';
import type { TestStack } from './test-stack.ts';

/** Satisfies the password rules for admins. */
const PASSWORD = 'Brand-New-Horse-7';

export type Credentials = { email: string; password: string };

type Users = mongo.Collection<{ email: string }>;

const withUsers = async <Result>(stack: TestStack, work: (users: Users) => Promise<Result>): Promise<Result> => {
  const client = new mongo.MongoClient(stack.info.mongodb);
  try {
    return await work(client.db(`${stack.info.namespace}-identity`).collection('users'));
  } finally {
    await client.close();
  }
};

/** Changes an account directly in the database, because the API has no call for the change or the call would take too long. */
export const changeStoredAccount = async (stack: TestStack, { email, change }: { email: string; change: Record<string, unknown> }) => {
  const { matchedCount } = await withUsers(stack, (users) => users.updateOne({ email }, { $set: change }));
  if (matchedCount !== 1) throw new Error(`No account has the address ${email}`);
};

/** Creates another admin. The shop creates only its first one and has no API call for others. */
export const appointAdmin = async (stack: TestStack, email: string): Promise<Credentials> => {
  const credentials = { email, password: PASSWORD };
  await stack.newCustomer().register(credentials);
  await changeStoredAccount(stack, { email, change: { isAdmin: true } });
  return credentials;
};

/** The shop with another admin's credentials in `info.admin`. */
export const asUsedBy = (stack: TestStack, admin: Credentials): TestStack => ({ ...stack, info: { ...stack.info, admin } });
