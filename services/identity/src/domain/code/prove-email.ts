import { EMAIL_PROOF_SECONDS, type EmailProofClaims } from '@stagereel/contracts';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { createToken } from '../random-token.ts';
import { proofOwner } from '../session/session.ts';
import { type DeviceToken, issueDeviceToken, type Visitor } from '../sign-in/visitor.ts';
import { verifyCode } from './redeem-code.ts';

export type EmailProof = { token: string; seconds: number; email: string; expiresAt: Date; hasAccount: boolean; device: DeviceToken };
type ProveEmail = { email: string; code: string; visitor: Visitor };

/**
 * Exchanges the mailed code for a signed proof of the email address, and makes the browser a known device of the address: guests who have proven
 * their address once must not be kept from the next order either.
 * @throws AppError as verifyCode
 */
export const proveEmail = async (deps: IdentityDeps, { email, code, visitor }: ProveEmail): Promise<EmailProof> => {
  const verified = await verifyCode(deps, { purpose: 'order', email, code, visitor });
  // Whoever reads the address's mail may know this. All of it is done before the code is used up: if it fails, the visitor can enter the code again.
  const hasAccount = (await deps.users.findByEmail(email)) !== undefined;
  const device = await issueDeviceToken(deps, { email, deviceToken: visitor.deviceToken });
  const claims: EmailProofClaims = { typ: 'email-proof', email, id: createToken() };
  await deps.sessionStore.open({ sid: claims.id, owner: proofOwner(email), seconds: EMAIL_PROOF_SECONDS, at: deps.now() });
  await verified.use();
  return {
    token: deps.tokens.sign({ claims, seconds: EMAIL_PROOF_SECONDS }),
    seconds: EMAIL_PROOF_SECONDS,
    email,
    expiresAt: addSeconds({ to: deps.now(), seconds: EMAIL_PROOF_SECONDS }),
    device,
    hasAccount,
  };
};
