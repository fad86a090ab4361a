import type { Span } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { GrantStore } from './grants.ts';
import { refusalOf } from './ledger.ts';
import { patiently } from './patiently.ts';

/**
 * Lets through only what may leave as a whole: half an answer would use up bytes and be of no use.
 * @throws AppError DownloadBytesSpent, DownloadTooManyParts
 */
export const assertRoom = async (
  { grants }: { grants: Pick<GrantStore, 'find'> },
  { claimId, range }: { claimId: string; range: Span },
): Promise<void> => {
  const verdict = await patiently(async () => {
    const grant = await grants.find(claimId);
    const refusal = grant ? refusalOf(grant.ledger, range) : 'DownloadBytesSpent';
    return refusal === 'DownloadBytesSpent' ? null : (refusal ?? 'room');
  });
  if (verdict !== 'room') throw new AppError(verdict ?? 'DownloadBytesSpent');
};
