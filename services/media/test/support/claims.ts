import { afterAll, beforeAll } from '@jest/globals';
import { databaseName, waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import type { TestMedia } from './media.ts';

/** The stored download claims, for a service that `useService` starts. */
export const useClaims = <Claim extends { _id: string }>(media: TestMedia): (() => mongoose.mongo.Collection<Claim>) => {
  let mongo: mongoose.Connection | undefined;
  beforeAll(async () => {
    const { MONGODB_URL, NAMESPACE } = media.backing;
    mongo = await mongoose.createConnection(MONGODB_URL, { dbName: databaseName({ NAMESPACE }, 'media') }).asPromise();
  });
  afterAll(() => mongo?.close());
  return () => {
    if (!mongo) throw new Error('The database connection is not open yet');
    return mongo.collection<Claim>('downloadClaims');
  };
};

type StoredQuota = { used: number; sent: unknown[]; open?: unknown[] };
export type StoredClaim = { _id: string; quota: StoredQuota };

/** A quota that is unchanged in so many consecutive reads counts as stalled. */
const UNCHANGED_READS = 20;

/** The stored byte quotas of claims. */
export const useQuotas = (media: TestMedia) => {
  const claims = useClaims<StoredClaim>(media);
  const quotaOf = async (claimId: string): Promise<StoredQuota | undefined> => (await claims().findOne({ _id: claimId }))?.quota;
  return {
    claims,
    /** Waits until the quota has no open reservation. */
    closed: (claimId: string): Promise<StoredQuota> =>
      waitUntil(
        async () => {
          const quota = await quotaOf(claimId);
          return quota?.open?.length === 0 && quota;
        },
        { what: `all reservations of ${claimId} to be closed` },
      ),
    /** Waits until the quota has open reservations and does not change any more, because the client has stopped reading. */
    stalled: (claimId: string): Promise<StoredQuota> => {
      let last: { text: string; times: number } = { text: '', times: 0 };
      return waitUntil(
        async () => {
          const quota = await quotaOf(claimId);
          const text = JSON.stringify(quota);
          last = { text, times: text === last.text ? last.times + 1 : 1 };
          return quota?.open?.length && last.times >= UNCHANGED_READS ? quota : false;
        },
        { what: `${claimId} to stall` },
      );
    },
  };
};
