import { createHash } from 'node:crypto';
import { LOGIN_EVENT_SECONDS } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { blockAfterFailures } from '../network/blocked-networks.ts';
import { networkOf } from '../network/network.ts';
import { FAILED_OUTCOMES, type Risk, type SignInEntryPoint, type SignInOutcome } from './sign-in-event.ts';
import { assessRisk } from './sign-in-risk.ts';
import type { Visitor } from './visitor.ts';

export type SignInAttempt = {
  entryPoint: SignInEntryPoint;
  email: string;
  userId: string | null;
  visitor: Visitor;
  isKnownDevice: boolean;
};
type RecordSignIn = SignInAttempt & {
  outcome: SignInOutcome;
  /** Given when the risk was assessed before. */
  risk?: Risk | undefined;
};

/** Stores an attempt with its risk, and blocks the network after too many failures. */
export const recordSignIn = async (deps: IdentityDeps, { visitor, isKnownDevice, risk, ...attempt }: RecordSignIn): Promise<void> => {
  const at = deps.clock();
  const network = networkOf(visitor.ip);
  await deps.signIns.append({
    id: uuid(),
    at,
    ...attempt,
    ip: visitor.ip,
    network,
    // A hash is enough to tell browsers apart and keeps less about the visitor.
    userAgentHash: createHash('sha256').update(visitor.userAgent).digest('base64url'),
    risk: risk ?? (await assessRisk(deps, { email: attempt.email, visitor, isKnownDevice })),
    expiresAt: addSeconds({ to: at, seconds: LOGIN_EVENT_SECONDS }),
  });
  if (FAILED_OUTCOMES.includes(attempt.outcome)) await blockAfterFailures(deps, network);
};
