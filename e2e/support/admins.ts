import { mongo } from 'mongoose';
import type { BrowserContext } from 'playwright-core';
import type { TestStack } from './test-stack.ts';

/** Fits the rules for admins. */
const PASSWORD = 'Second-Admin-2026';

export type Credentials = { email: string; password: string };

type Users = mongo.Collection<{ email: string }>;

const withUsers = async <Result>(stack: TestStack, work: (users: Users) => Promise<Result>): Promise<Result> => {
  const client = new mongo.MongoClient(stack.info.mongodb);
  try {
    return await work(client.db('stagereel-identity').collection('users'));
  } finally {
    await client.close();
  }
};

/** Changes an account's record. For what no call can do, or only time. */
export const changeAccount = async (stack: TestStack, { email, change }: { email: string; change: Record<string, unknown> }) => {
  const { matchedCount } = await withUsers(stack, (users) => users.updateOne({ email }, { $set: change }));
  if (matchedCount !== 1) throw new Error(`nobody has the address ${email}`);
};

/** Nobody but the shop's first admin is one any more. */
export const dismissOthers = async (stack: TestStack): Promise<void> => {
  const { email } = stack.info.admin;
  await withUsers(stack, (users) => users.updateMany({ email: { $ne: email } }, { $set: { isAdmin: false } }));
};

/** One more admin. The shop makes only its first one by itself and has no call for others. */
export const appointAdmin = async (stack: TestStack, email: string): Promise<Credentials> => {
  const credentials = { email, password: PASSWORD };
  await stack.newCustomer().register(credentials);
  await changeAccount(stack, { email, change: { isAdmin: true } });
  return credentials;
};

/** The shop in the hands of another admin than its first. */
export const inHandsOf = (stack: TestStack, admin: Credentials): TestStack => ({ ...stack, info: { ...stack.info, admin } });

/** Puts a window behind an address of its own; the shop must trust the proxy that the browser claims to be. */
export const comeFrom = (context: BrowserContext, address: string): Promise<void> =>
  context.setExtraHTTPHeaders({ 'x-forwarded-for': address });
