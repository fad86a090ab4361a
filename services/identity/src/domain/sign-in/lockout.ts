import { ACCOUNT_LOCK_FAILURES, LOCK_SECONDS } from '@stagereel/contracts';
import { addSeconds } from '../clock.ts';
import type { Counter } from '../counter.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Source } from '../network/network.ts';

/** `email` as typed. Addresses without an account are counted in the same way. */
type AttemptSource = Source & { email: string };
type BeginAttempt = AttemptSource & {
  /** This many failures of the account from one network lock it for that network. */
  maxFailures: number;
};

export type Attempt = {
  /** Consecutive attempts for this account from this network, including this one. */
  number: number;
  /** Records a wrong password. Returns the attempts left, and the end of the lock when there are none. */
  fail: () => Promise<{ remaining: number; lockedUntil: Date | undefined }>;
  /** Records a correct password. This attempt and earlier failures from this network no longer count. */
  succeed: () => Promise<void>;
};

type Limit = { counter: Counter; key: string; maxFailures: number };

/**
 * All known devices of an account have one count, apart from other browsers, whose failures must not lock out the owner. One for each device would
 * give as many guesses as somebody has collected devices.
 */
const limitsOf = ({ counters }: IdentityDeps, { email, network, isKnownDevice, maxFailures }: BeginAttempt): Limit[] =>
  isKnownDevice
    ? [{ counter: counters.failuresByKnownDevices, key: email, maxFailures }]
    : [
        { counter: counters.failuresByAccountAndNetwork, key: `${email}|${network}`, maxFailures },
        { counter: counters.failuresByAccount, key: email, maxFailures: ACCOUNT_LOCK_FAILURES },
      ];

/**
 * Counts an attempt before its password is compared, so that parallel guesses cannot bypass the lock. Attempts during a lock do not extend it.
 * The account as a whole has a second limit, against guesses from many networks.
 */
export const beginAttempt = async (deps: IdentityDeps, input: BeginAttempt): Promise<Attempt | { lockedUntil: Date }> => {
  const { email } = input;
  const limits = limitsOf(deps, input);
  const counted: { limit: Limit; count: number }[] = [];
  for (const limit of limits) {
    const { count, expiresInMs } = await limit.counter.increment(limit.key);
    if (count > limit.maxFailures) {
      for (const { limit: earlier } of counted) await earlier.counter.decrement(earlier.key);
      return { lockedUntil: new Date(deps.now().getTime() + expiresInMs) };
    }
    counted.push({ limit, count });
  }

  return {
    number: counted[0]?.count ?? 0,
    fail: async () => {
      const exhausted = counted.filter(({ limit, count }) => count >= limit.maxFailures);
      const until = addSeconds({ to: deps.now(), seconds: LOCK_SECONDS });
      for (const { limit } of exhausted) {
        await limit.counter.expireIn({ key: limit.key, seconds: LOCK_SECONDS });
        await deps.locks.add({ email, key: limit.key, until });
      }
      const remaining = Math.min(...counted.map(({ limit, count }) => limit.maxFailures - count));
      return { remaining, lockedUntil: exhausted.length > 0 ? until : undefined };
    },
    succeed: async () => {
      const [own, ofAccount] = limits;
      if (own) await resetLimit(deps, { ...own, email });
      // Undoes only this attempt: failures from other networks still count.
      await ofAccount?.counter.decrement(ofAccount.key);
    },
  };
};

type ResetLimit = Pick<Limit, 'counter' | 'key'> & { email: string };

const resetLimit = async ({ locks }: IdentityDeps, { counter, key, email }: ResetLimit): Promise<void> => {
  await counter.reset(key);
  await locks.remove({ email, key });
};

/**
 * After a password reset, failures from this network, of known devices and of the account as a whole no longer count. Other networks keep their
 * counts, so that a stranger who is locked out there does not learn that the account has an owner.
 */
export const resetFailures = async (deps: IdentityDeps, { email, network }: Omit<AttemptSource, 'isKnownDevice'>): Promise<void> => {
  const { failuresByAccountAndNetwork, failuresByAccount, failuresByKnownDevices } = deps.counters;
  await Promise.all([
    resetLimit(deps, { counter: failuresByAccountAndNetwork, key: `${email}|${network}`, email }),
    resetLimit(deps, { counter: failuresByAccount, key: email, email }),
    resetLimit(deps, { counter: failuresByKnownDevices, key: email, email }),
  ]);
};
