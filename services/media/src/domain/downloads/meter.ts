import { AppError, type Meter } from '@stagereel/service-kit';
import type { GrantStore } from './grants.ts';
import { giveBack, type Ledger, reserve } from './ledger.ts';
import type { Turns } from './turns.ts';

type Deps = { grants: Pick<GrantStore, 'find' | 'saveLedger'>; grantTurns: Turns };

/** Ranges of one file in one process take turns, so a lost race means another process; more than a few in a row do not happen. */
const MOST_ATTEMPTS = 50;

/** Counts in the database, for one claim. */
export const createMeter = ({ grants, grantTurns }: Deps, claimId: string): Meter => {
  /** Null when `change` gives null; else what it gave, once that is written. */
  const write = <Change extends { ledger: Ledger }>(change: (ledger: Ledger) => Change | null): Promise<Change | null> =>
    grantTurns(claimId, async () => {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const grant = await grants.find(claimId);
        const changed = grant && change(grant.ledger);
        if (!changed) return null;
        if (await grants.saveLedger({ claimId, revision: grant.revision, ledger: changed.ledger })) return changed;
      }
      throw new AppError('ServiceUnavailable', { cause: new Error(`the bytes of ${claimId} cannot be counted`) });
    });

  return {
    reserve: async (span) => (await write((ledger) => reserve(ledger, span)))?.reservation ?? null,
    giveBack: async ({ reservation, from }) => {
      await write((ledger) => ({ ledger: giveBack(ledger, { reservation, from }) }));
    },
  };
};
