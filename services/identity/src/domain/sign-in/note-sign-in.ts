import { createHash } from 'node:crypto';
import { HOUR, LOGIN_EVENT_SECONDS } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network.ts';
import { blockAfterFailures } from './blocked-networks.ts';
import { FAILED_OUTCOMES, type RiskFacts, type SignInDoor, type SignInOutcome } from './sign-in-log.ts';
import type { Visitor } from './visitor.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'signIns' | 'blockedNetworks'>;
type NoteSignIn = {
  door: SignInDoor;
  email: string;
  userId: string | null;
  outcome: SignInOutcome;
  visitor: Visitor;
  isKnownDevice: boolean;
};

/** Stores an attempt with the facts its risk is judged by; a failure too many blocks the network. */
export const noteSignIn = async (deps: Deps, { visitor, isKnownDevice, ...attempt }: NoteSignIn): Promise<void> => {
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
    risk: { ...(await gatherRisk(deps, { email: attempt.email, network, at })), isNewDevice: !isKnownDevice },
    expiresAt: later({ than: at, seconds: LOGIN_EVENT_SECONDS }),
  });
  if (FAILED_OUTCOMES.includes(attempt.outcome)) await blockAfterFailures(deps, network);
};

type Asked = { email: string; network: string; at: Date };

const gatherRisk = async ({ signIns }: Deps, { email, network, at }: Asked): Promise<Omit<RiskFacts, 'isNewDevice'>> => {
  const since = later({ than: at, seconds: -HOUR });
  const [hasSucceeded, failuresOfAddress, { accounts }] = await Promise.all([
    signIns.hasSucceeded({ email, network }),
    signIns.failuresOfAddress({ email, since }),
    signIns.failuresOfNetwork({ network, since }),
  ]);
  return { isNewNetwork: !hasSucceeded, failuresOfAddress, failedAccountsOfNetwork: accounts };
};
