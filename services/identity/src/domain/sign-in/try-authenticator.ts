import { CODE_TRIES } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import type { Factor } from '../two-factor/read-factor.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'counters' | 'users' | 'authenticator'>;
type TryAuthenticator = { userId: string; factor: Factor; token: string; triesKey: string };
type Tried = {
  /** `uncompared`: no try was left. */
  outcome: 'right' | 'wrong' | 'uncompared';
  triesLeft: number;
};

/**
 * Compares an authenticator's code and uses it up: each is right once, however often and wherever it comes. The try is counted before the code
 * is looked at, so that guesses in parallel are all counted.
 */
export const tryAuthenticator = async (deps: Deps, { userId, factor, token, triesKey }: TryAuthenticator): Promise<Tried> => {
  const { count } = await deps.counters.authenticatorTries.add(triesKey);
  if (count > CODE_TRIES) return { outcome: 'uncompared', triesLeft: 0 };
  const { secret, sealedSecret } = factor;
  const step = deps.authenticator.stepOf({ secret, token, at: deps.clock() });
  const isRight = step !== undefined && (await deps.users.useStep({ id: userId, sealedSecret, step }));
  if (isRight) await deps.counters.authenticatorTries.clear(triesKey);
  return { outcome: isRight ? 'right' : 'wrong', triesLeft: CODE_TRIES - count };
};
