import type { MediaDeps } from '../ports.ts';
import type { EndedClaim } from './grants.ts';

/** What was claimed ends: its tickets open nothing more, and what is on its way stops at the next piece that is counted. May be repeated. */
export const endClaims = async ({ grants, now }: Pick<MediaDeps, 'grants' | 'now'>, claims: readonly EndedClaim[]): Promise<void> => {
  for (const claim of claims) await grants.end({ ...claim, at: now() });
};
