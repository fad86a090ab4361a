import { randomUUID } from 'node:crypto';
import type { SignInEvent } from '../../src/domain/sign-in/sign-in-event.ts';
import type { IdentityUnderTest } from './identity.ts';

const noRisk = {
  isNewNetwork: false,
  isNewDevice: false,
  failuresOfAddress: 0,
  failedAccountsOfNetwork: 0,
  score: 0,
  level: 'low',
} as const;

type StoredSignIn = Partial<Omit<SignInEvent, 'risk'>> & {
  /** By the test's now. */
  minutesAgo: number;
  score?: number;
};

/** Stores sign-in events and returns the current time of the test's now. */
export const storeSignIns = async (identity: IdentityUnderTest, events: readonly StoredSignIn[]): Promise<Date> => {
  const now = identity.now();
  const records = events.map(({ minutesAgo, score = 0, entryPoint = 'customer', ...fields }, index) => {
    const level = score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low';
    return {
      _id: `${String(index).padStart(6, '0')}-${randomUUID()}`,
      at: new Date(now.getTime() - minutesAgo * 60_000),
      door: entryPoint,
      email: 'someone@example.jp',
      userId: null,
      outcome: 'succeeded',
      ip: fields.network ?? '192.0.2.1',
      network: '192.0.2.1',
      userAgentHash: 'hash',
      risk: { ...noRisk, score, level },
      expiresAt: new Date(now.getTime() + 86_400_000),
      ...fields,
    };
  });
  await identity.mongo.collection<{ _id: string }>('sign-in-events').insertMany(records);
  return now;
};
