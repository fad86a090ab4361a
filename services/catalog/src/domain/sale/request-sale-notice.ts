import { MAX_SALE_NOTICES } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { applyDuePublication } from '../contest/publication.ts';
import type { CatalogDeps } from '../deps.ts';

type RequestSaleNotice = { contestId: string; email: string; provenEmails: readonly string[] };

/**
 * Stores an address that wants to be told when an announced contest is published. Repeating it changes nothing.
 * @throws AppError ProofRequired, NotFound, SaleAlreadyStarted, SaleNoticesFull
 */
export const requestSaleNotice = async (deps: CatalogDeps, { contestId, email, provenEmails }: RequestSaleNotice): Promise<void> => {
  if (!provenEmails.includes(email)) throw new AppError('ProofRequired');
  const { contests, saleNotices } = deps;
  const requestedAt = deps.now();
  const stored = await contests.find(contestId);
  const contest = stored && applyDuePublication(stored, requestedAt);
  if (contest?.videoPublished) throw new AppError('SaleAlreadyStarted');
  // Visitors must not learn of a contest that is not announced.
  if (!contest?.isComingSoon) throw new AppError('NotFound');
  const isFull = (await saleNotices.countWaiting(contestId)) >= MAX_SALE_NOTICES;
  if (isFull && !(await saleNotices.has({ contestId, email }))) throw new AppError('SaleNoticesFull');
  await saleNotices.add({ contestId, contestVersion: contest.version, email, requestedAt });
};
