import type { IdentityDeps } from '../deps.ts';
import type { TwoFactor, User } from '../users/user.ts';

export type Factor = TwoFactor & { secret: string };

/**
 * The authenticator of an account. One that cannot be opened, because the key has changed, counts as none: the second step is then
 * taken by mail, and the authenticator can be set up again.
 */
export const readFactor = ({ secretBox }: Pick<IdentityDeps, 'secretBox'>, { id, twoFactor }: User): Factor | undefined => {
  const secret = twoFactor ? secretBox.open({ sealed: twoFactor.sealedSecret, owner: id }) : undefined;
  return twoFactor && secret !== undefined ? { ...twoFactor, secret } : undefined;
};
