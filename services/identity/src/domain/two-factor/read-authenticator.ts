import type { IdentityDeps } from '../deps.ts';
import type { TwoFactor, User } from '../user/user.ts';

export type Authenticator = TwoFactor & { secret: string };

/**
 * The authenticator of an account. One whose secret cannot be decrypted, because the key was changed, counts as missing: the second step
 * then takes a mailed code, and the authenticator can be set up again.
 */
export const readAuthenticator = ({ secretBox }: IdentityDeps, { id, twoFactor }: User): Authenticator | undefined => {
  const secret = twoFactor ? secretBox.open({ sealed: twoFactor.sealedSecret, owner: id }) : undefined;
  return twoFactor && secret !== undefined ? { ...twoFactor, secret } : undefined;
};
