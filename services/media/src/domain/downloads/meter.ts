import { AppError, type Meter } from '@stagereel/service-kit';
import type { Grant, GrantStore } from './grants.ts';
import { giveBack, type Ledger, reserve } from './ledger.ts';
import { patiently } from './patiently.ts';
import { createTurns } from './turns.ts';

type Seen = Pick<Grant, 'revision' | 'ledger'>;
/** The one that counts the bytes of a claim. */
export type MeterOf = (claimId: string) => Meter;

/** Ranges of one file in one process take turns, so a lost race means another process; more than a few in a row do not happen. */
const MOST_ATTEMPTS = 50;
const REMEMBERED = 1000;

/**
 * Counts in the database. A ledger is remembered as it was last written, which saves a question for each count: a write that goes by an old
 * one fails by its revision, and the ledger is read anew.
 */
export const createMeters = ({ grants }: { grants: Pick<GrantStore, 'find' | 'saveLedger'> }): MeterOf => {
  const inTurn = createTurns();
  const remembered = new Map<string, Seen>();

  const remember = (claimId: string, seen: Seen): void => {
    remembered.delete(claimId);
    remembered.set(claimId, seen);
    const oldest = remembered.size > REMEMBERED ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
  };

  const attempt = async (
    { claimId, seen }: { claimId: string; seen: Seen },
    change: (ledger: Ledger) => Ledger | null,
  ): Promise<'written' | 'refused' | 'overtaken'> => {
    const ledger = change(seen.ledger);
    if (!ledger) return 'refused';
    const { revision } = seen;
    if (!(await grants.saveLedger({ claimId, revision, ledger }))) return 'overtaken';
    remember(claimId, { revision: revision + 1, ledger });
    return 'written';
  };

  /** True once the changed ledger is written; null when there is no change for the ledger as it now is. */
  const write = (claimId: string, change: (ledger: Ledger) => Ledger | null): Promise<true | null> =>
    inTurn(claimId, async () => {
      const known = remembered.get(claimId);
      if (known && (await attempt({ claimId, seen: known }, change)) === 'written') return true;
      for (let tries = 0; tries < MOST_ATTEMPTS; tries += 1) {
        const seen = await grants.find(claimId);
        const outcome = seen ? await attempt({ claimId, seen }, change) : 'refused';
        if (outcome !== 'overtaken') return outcome === 'written' || null;
      }
      throw new AppError('ServiceUnavailable', { cause: new Error(`the bytes of ${claimId} cannot be counted`) });
    });

  return (claimId) => ({
    reserve: async (stretch) => (await patiently(() => write(claimId, (ledger) => reserve(ledger, stretch)))) ?? false,
    giveBack: async (unsent) => {
      await write(claimId, (ledger) => giveBack(ledger, unsent));
    },
  });
};
