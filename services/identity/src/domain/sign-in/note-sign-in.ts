import { createHash } from 'node:crypto';
import { LOGIN_EVENT_SECONDS } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { blockAfterFailures } from '../networks/blocked-networks.ts';
import { networkOf } from '../networks/network.ts';
import { assessRisk } from './assess-risk.ts';
import { FAILED_OUTCOMES, type Risk, type SignInDoor, type SignInOutcome } from './sign-in-log.ts';
import type { Visitor } from './visitor.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'signIns' | 'blockedNetworks' | 'trustedNetworks'>;
/** Who tries to sign in, where and from where. */
export type SignInAttempt = { door: SignInDoor; email: string; userId: string | null; visitor: Visitor; isKnownDevice: boolean };
type NoteSignIn = SignInAttempt & {
  outcome: SignInOutcome;
  /** When it was assessed already, to decide by. */
  risk?: Risk | undefined;
};

/** Stores an attempt with the facts its risk is judged by; a failure too many blocks the network. */
export const noteSignIn = async (deps: Deps, { visitor, isKnownDevice, risk, ...attempt }: NoteSignIn): Promise<void> => {
  const at = deps.clock();
  const network = networkOf(visitor.ip);
  await deps.signIns.append({
    id: uuid(),
    at,
    ...attempt,
    ip: visitor.ip,
    network,
    // Enough to tell browsers apart; the text itself is nobody's business later.
    userAgentHash: createHash('sha256').update(visitor.userAgent).digest('base64url'),
    risk: risk ?? (await assessRisk(deps, { email: attempt.email, visitor, isKnownDevice })),
    expiresAt: later({ than: at, seconds: LOGIN_EVENT_SECONDS }),
  });
  if (FAILED_OUTCOMES.includes(attempt.outcome)) await blockAfterFailures(deps, network);
};
