import type { Transaction } from '../store.ts';

/**
 * The dependencies of a use case: its atomic step, the clock, the API request (null when the bank or an operator triggers it), the
 * simulator's address as the customer's browser sees it, and whether payments with good cards are held in `processing`.
 */
export type Deps = {
  tx: Transaction;
  now: () => Date;
  apiVersion: string;
  request: { id: string; idempotencyKey: string | null } | null;
  publicUrl: string;
  isSettlementHeld: boolean;
};

/** The current time in whole seconds, as in Stripe's objects. */
export const seconds = (deps: Pick<Deps, 'now'>): number => Math.floor(deps.now().getTime() / 1000);
