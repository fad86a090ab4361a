import type { Span } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { GrantStore } from './grants.ts';
import { fits } from './ledger.ts';
import { patiently } from './patiently.ts';

/**
 * Lets through only what may leave as a whole: half an answer would use up bytes and be of no use.
 * @throws AppError DownloadBytesSpent
 */
export const assertRoom = async (
  { grants }: { grants: Pick<GrantStore, 'find'> },
  { claimId, range }: { claimId: string; range: Span },
): Promise<void> => {
  const grant = await patiently(async () => {
    const found = await grants.find(claimId);
    return found && fits(found.ledger, range) ? found : null;
  });
  if (!grant) throw new AppError('DownloadBytesSpent');
};
