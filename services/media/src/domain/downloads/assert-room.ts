import type { Span } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { Grant, GrantStore } from './grants.ts';
import { refusalOf } from './ledger.ts';
import { patiently } from './patiently.ts';

/**
 * Lets through only what may leave as a whole: half an answer would use up bytes and be of no use. `grant`: as it was just read.
 * @throws AppError DownloadBytesSpent, DownloadTooManyParts
 */
export const assertRoom = async (
  { grants }: { grants: Pick<GrantStore, 'find'> },
  { grant, range }: { grant: Grant; range: Span },
): Promise<void> => {
  let read: Grant | undefined = grant;
  const verdict = await patiently(async () => {
    const seen = read ?? (await grants.find(grant.claimId));
    read = undefined;
    const refusal = seen ? refusalOf(seen.ledger, range) : 'DownloadBytesSpent';
    return refusal === 'DownloadBytesSpent' ? null : (refusal ?? 'room');
  });
  if (verdict !== 'room') throw new AppError(verdict ?? 'DownloadBytesSpent');
};
