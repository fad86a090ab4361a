import type { SessionClaims } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';

/** Ends a session for every service at once. */
export const closeSession = ({ sessionStore }: Pick<IdentityDeps, 'sessionStore'>, claims: SessionClaims): Promise<void> =>
  sessionStore.end({ sid: claims.sid, userId: claims.sub });
