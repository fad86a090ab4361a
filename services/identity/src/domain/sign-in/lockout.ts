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

/** A known device is counted apart from the other browsers of its network, whose failures must not lock out the owner. */
const accountAndNetworkKey = ({ email, network, device }: AttemptSource): string =>
  device ? `${email}|${network}|${device}` : `${email}|${network}`;

/**
 * Counts an attempt before its password is compared, so that parallel guesses cannot bypass the lock. Attempts during a lock do not extend it.
 *
 * The account as a whole has a second limit, against guesses from many networks. A known device has its own count there, so that strangers
 * cannot lock out the owner.
 */
export const beginAttempt = async (deps: IdentityDeps, input: BeginAttempt): Promise<Attempt | { lockedUntil: Date }> => {
  const { email, device, maxFailures } = input;
  const { failuresByAccountAndNetwork, failuresByAccount, failuresByDevice } = deps.counters;
  const networkLimit: Limit = { counter: failuresByAccountAndNetwork, key: accountAndNetworkKey(input), maxFailures };
  const accountLimit: Limit = device
    ? { counter: failuresByDevice, key: device, maxFailures: ACCOUNT_LOCK_FAILURES }
    : { counter: failuresByAccount, key: email, maxFailures: ACCOUNT_LOCK_FAILURES };

  const counted: { limit: Limit; count: number }[] = [];
  for (const limit of [networkLimit, accountLimit]) {
    const { count, expiresInMs } = await limit.counter.increment(limit.key);
    if (count > limit.maxFailures) {
      for (const { limit: earlier } of counted) await earlier.counter.decrement(earlier.key);
      return { lockedUntil: new Date(deps.clock().getTime() + expiresInMs) };
    }
    counted.push({ limit, count });
  }

  return {
    number: counted[0]?.count ?? 0,
    fail: async () => {
      const exhausted = counted.filter(({ limit, count }) => count >= limit.maxFailures);
      const until = addSeconds({ to: deps.clock(), seconds: LOCK_SECONDS });
      for (const { limit } of exhausted) {
        await limit.counter.expireIn({ key: limit.key, seconds: LOCK_SECONDS });
        await deps.locks.add({ email, key: limit.key, until });
      }
      const remaining = Math.min(...counted.map(({ limit, count }) => limit.maxFailures - count));
      return { remaining, lockedUntil: exhausted.length > 0 ? until : undefined };
    },
    succeed: async () => {
      await networkLimit.counter.reset(networkLimit.key);
      await deps.locks.remove({ email, key: networkLimit.key });
      // Undoes only this attempt: failures from other networks still count.
      await accountLimit.counter.decrement(accountLimit.key);
    },
  };
};

/**
 * After a password reset, failures from this network and of the account as a whole no longer count. Other networks keep their counts, so
 * that a stranger who is locked out there does not learn that the account has an owner.
 */
export const resetFailures = async ({ counters, locks }: IdentityDeps, source: AttemptSource): Promise<void> => {
  const { email, network, device } = source;
  const reset = async (counter: Counter, key: string): Promise<void> => {
    await counter.reset(key);
    await locks.remove({ email, key });
  };
  await Promise.all([
    reset(counters.failuresByAccountAndNetwork, accountAndNetworkKey({ email, network, device: undefined })),
    reset(counters.failuresByAccount, email),
    ...(device
      ? [reset(counters.failuresByAccountAndNetwork, accountAndNetworkKey(source)), reset(counters.failuresByDevice, device)]
      : []),
  ]);
};
