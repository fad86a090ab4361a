import { createHash } from 'node:crypto';
import { LOGIN_EVENT_SECONDS } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { blockAfterFailures } from '../network/blocked-networks.ts';
import { networkOf } from '../network/network.ts';
import { hashToken } from '../random-token.ts';
import { FAILED_OUTCOMES, REFUSED_OUTCOMES, type Risk, type SignInEntryPoint, type SignInOutcome } from './sign-in-event.ts';
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
  const at = deps.now();
  const network = networkOf(visitor.ip);
  const countedId = REFUSED_OUTCOMES.includes(attempt.outcome) ? refusalId({ ...attempt, network, at }) : undefined;
  if (countedId && (await deps.signIns.countAgain(countedId))) return;
  await deps.signIns.append({
    id: countedId ?? uuid(),
    at,
    count: 1,
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

type Refusal = Pick<SignInAttempt, 'email'> & { outcome: SignInOutcome; network: string; at: Date };

/**
 * One event for each network and minute, because refused attempts cost an attacker nothing. A lock is of one account: its address is kept. An attacker
 * can lock only a few accounts before the network is blocked. An erasure cannot change ids, so this one must not reveal the address.
 */
const refusalId = ({ outcome, network, email, at }: Refusal): string => {
  const minute = at.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  return [outcome, network, minute, ...(outcome === 'locked' ? [hashToken(email)] : [])].join(' ');
};
