import { currentCorrelationId, networkOf } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { LookupLimits, LookupStore } from './ports.ts';

export type LookUpDeps = {
  lookups: Pick<LookupStore, 'add'>;
  lookupLimits: LookupLimits;
  now: () => Date;
  /** Has what was asked answered at once rather than at the next round. */
  answerLookupsSoon: () => void;
};
type LookUp = { orderNumber: string; email: string; ip: string };

/**
 * Takes down what a guest asks. No order is read until the caller has its answer, so neither its words nor its time can tell whether there
 * is such an order.
 * @throws AppError LookupLimitReached
 */
export const lookUpOrder = async (deps: LookUpDeps, { orderNumber, email, ip }: LookUp): Promise<void> => {
  await deps.lookupLimits.take({ email, network: networkOf(ip) });
  const id = uuid();
  await deps.lookups.add({ id, orderNumber, email, askedAt: deps.now(), correlationId: currentCorrelationId() ?? id });
  deps.answerLookupsSoon();
};
