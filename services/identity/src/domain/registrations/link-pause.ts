import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';

type Deps = Pick<IdentityDeps, 'counters' | 'limits'>;

/**
 * Between two links to one address lies the pause of codes, whichever browsers ask.
 * @throws AppError LinkResendTooSoon with the seconds to wait
 */
export const beginLinkPause = async ({ counters: { linkPause }, limits }: Deps, email: string): Promise<{ lift: () => Promise<void> }> => {
  if (limits.codeResendSeconds === 0) return { lift: async () => undefined };
  const { count, endsInMs } = await linkPause.add(email);
  if (count > 1) throw new AppError('LinkResendTooSoon', { retryAfterSeconds: endsInMs / 1000 });
  return { lift: () => linkPause.clear(email) };
};
