import { EMAIL_PROOF_SECONDS, type EmailProofClaims } from '@stagereel/contracts';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { redeemCode } from './redeem-code.ts';

export type EmailProof = { token: string; seconds: number; email: string; expiresAt: Date; hasAccount: boolean };

/**
 * Exchanges the mailed code for a signed proof of the email address.
 * @throws AppError as redeemCode
 */
export const proveEmail = async (deps: IdentityDeps, { email, code }: { email: string; code: string }): Promise<EmailProof> => {
  await redeemCode(deps, { purpose: 'order', email, code });
  const claims: EmailProofClaims = { typ: 'email-proof', email };
  return {
    token: deps.tokens.sign({ claims, seconds: EMAIL_PROOF_SECONDS }),
    seconds: EMAIL_PROOF_SECONDS,
    email,
    expiresAt: addSeconds({ to: deps.clock(), seconds: EMAIL_PROOF_SECONDS }),
    // Whoever reads the address's mail may know this.
    hasAccount: (await deps.users.findByEmail(email)) !== undefined,
  };
};
