import { type SessionClaims, TWO_FACTOR_SETUP_SECONDS, type TwoFactorSetup } from '@stagereel/contracts';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { requireAccount } from '../users/current-user.ts';
import { readFactor } from './read-factor.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'authenticator' | 'secretBox' | 'twoFactorSetups'>;

/**
 * Makes the secret of a new authenticator. It is pending in this session until its first code confirms it; until then nothing has changed.
 * @throws AppError Unauthorized for an account that is gone
 */
export const startTwoFactorSetup = async (deps: Deps, { claims }: { claims: SessionClaims }): Promise<TwoFactorSetup> => {
  const user = await requireAccount(deps, claims);
  const secret = deps.authenticator.newSecret();
  await deps.twoFactorSetups.start({
    sid: claims.sid,
    userId: user.id,
    sealedSecret: deps.secretBox.seal({ secret, owner: user.id }),
    expiresAt: later({ than: deps.clock(), seconds: TWO_FACTOR_SETUP_SECONDS }),
  });
  const qrCode = deps.authenticator.qrCodeOf({ secret, account: user.email });
  return { qrCode, secret, isReplacement: readFactor(deps, user) !== undefined };
};
