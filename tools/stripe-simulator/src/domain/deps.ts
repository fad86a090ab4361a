import type { Transaction } from '../store.ts';

/**
 * What a use case may touch: the step it is part of, the clock, the request it answers (absent from what the bank or an operator sets off),
 * the simulator's address as the customer's browser sees it, and whether approved cards are held in `processing`.
 */
export type Deps = {
  tx: Transaction;
  now: () => Date;
  apiVersion: string;
  request: { id: string; idempotencyKey: string | null } | null;
  publicUrl: string;
  isSettlementHeld: boolean;
};

/** The clock in whole seconds, as Stripe stamps its objects. */
export const seconds = (deps: Pick<Deps, 'now'>): number => Math.floor(deps.now().getTime() / 1000);
