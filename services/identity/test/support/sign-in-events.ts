import { randomUUID } from 'node:crypto';
import type { SignInEvent } from '../../src/domain/sign-in/sign-in-log.ts';
import type { IdentityUnderTest } from './identity.ts';

const calm = { isNewNetwork: false, isNewDevice: false, failuresOfAddress: 0, failedAccountsOfNetwork: 0, score: 0, level: 'low' } as const;

/** Stores sign-in events as if they had happened; `minutesAgo` by the test's clock, which is answered. */
export const storeSignIns = async (
  identity: IdentityUnderTest,
  events: readonly (Partial<Omit<SignInEvent, 'risk'>> & { minutesAgo: number; score?: number })[],
): Promise<Date> => {
  const now = identity.clock();
  const records = events.map(({ minutesAgo, score = 0, ...given }, index) => {
    const level = score >= 60 ? 'high' : score >= 30 ? 'medium' : 'low';
    return {
      _id: `${String(index).padStart(6, '0')}-${randomUUID()}`,
      at: new Date(now.getTime() - minutesAgo * 60_000),
      door: 'customer',
      email: 'someone@example.jp',
      userId: null,
      outcome: 'succeeded',
      ip: given.network ?? '192.0.2.1',
      network: '192.0.2.1',
      userAgentHash: 'hash',
      risk: { ...calm, score, level },
      expiresAt: new Date(now.getTime() + 86_400_000),
      ...given,
    };
  });
  await identity.mongo.collection<{ _id: string }>('sign-in-events').insertMany(records);
  return now;
};
