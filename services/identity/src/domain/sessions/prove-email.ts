import { EMAIL_PROOF_SECONDS, type EmailProofClaims } from '@stagereel/contracts';
import { later } from '../clock.ts';
import { redeemCode } from '../codes/redeem-code.ts';
import type { IdentityDeps } from '../deps.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'codes' | 'counters' | 'limits' | 'tokens'>;
export type EmailProof = { token: string; seconds: number; email: string; expiresAt: Date };

/**
 * Turns the mailed code into a proof of the address for this browser.
 * @throws AppError as redeemCode
 */
export const proveEmail = async (deps: Deps, { email, code }: { email: string; code: string }): Promise<EmailProof> => {
  await redeemCode(deps, { purpose: 'order', email, code });
  const claims: EmailProofClaims = { typ: 'email-proof', email };
  return {
    token: deps.tokens.sign({ claims, seconds: EMAIL_PROOF_SECONDS }),
    seconds: EMAIL_PROOF_SECONDS,
    email,
    expiresAt: later({ than: deps.clock(), seconds: EMAIL_PROOF_SECONDS }),
  };
};
