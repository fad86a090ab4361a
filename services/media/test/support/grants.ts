import { afterAll, beforeAll } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import type { TestMedia } from './media.ts';

/** The grants as they are stored, for a file whose `beforeAll` has started the service. */
export const useGrants = <Grant extends { _id: string }>(media: () => TestMedia): (() => mongoose.mongo.Collection<Grant>) => {
  let mongo: mongoose.Connection | undefined;
  beforeAll(async () => {
    const { MONGODB_URL, MONGODB_DATABASE } = media().backing;
    mongo = await mongoose.createConnection(MONGODB_URL, { dbName: MONGODB_DATABASE }).asPromise();
  });
  afterAll(() => mongo?.close());
  return () => {
    if (!mongo) throw new Error('the grants are not open yet');
    return mongo.collection<Grant>('downloadGrants');
  };
};

type Ledger = { used: number; sent: unknown[]; open?: unknown[] };
export type StoredGrant = { _id: string; ledger: Ledger };

/** So often in a row a ledger is seen the same when nothing leaves any more. */
const STILL_TIMES = 20;

/** The ledgers of claims as they are stored. */
export const useLedgers = (media: () => TestMedia) => {
  const grants = useGrants<StoredGrant>(media);
  const ledgerOf = async (claimId: string): Promise<Ledger | undefined> => (await grants().findOne({ _id: claimId }))?.ledger;
  return {
    grants,
    /** Once it remembers nothing that is on its way. */
    settled: (claimId: string): Promise<Ledger> =>
      waitUntil(
        async () => {
          const ledger = await ledgerOf(claimId);
          return ledger?.open?.length === 0 && ledger;
        },
        { what: `the end of all that ${claimId} has on its way` },
      ),
    /** Once it has something on its way and yet changes no more: its reader takes nothing. */
    still: (claimId: string): Promise<Ledger> => {
      let seen: { text: string; times: number } = { text: '', times: 0 };
      return waitUntil(
        async () => {
          const ledger = await ledgerOf(claimId);
          const text = JSON.stringify(ledger);
          seen = { text, times: text === seen.text ? seen.times + 1 : 1 };
          return ledger?.open?.length && seen.times >= STILL_TIMES ? ledger : false;
        },
        { what: `${claimId} to hold still` },
      );
    },
  };
};
