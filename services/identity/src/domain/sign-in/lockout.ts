import { ACCOUNT_LOCK_FAILURES, LOCK_SECONDS } from '@stagereel/contracts';
import { later } from '../clock.ts';
import type { Counter } from '../counter.ts';
import type { IdentityDeps } from '../deps.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'counters' | 'locks'>;
type Place = {
  /** As typed; an address without an account is counted just so. */
  email: string;
  network: string;
  /** A browser that has signed in to this address before. */
  device: string | undefined;
};
type BeginAttempt = Place & {
  /** Failures of one account from one network that lock it there. */
  allowed: number;
};

export type Attempt = {
  /** The how-manieth at this account from this network, since the last right one. */
  number: number;
  /** The password was wrong: how many attempts are left, or until when there are none. */
  failed: () => Promise<{ remaining: number; lockedUntil: Date | undefined }>;
  /** The password was right: this attempt counts no more, and neither do the earlier ones from here. */
  passed: () => Promise<void>;
};

type Tally = { counter: Counter; key: string; allowed: number };

const hereKey = ({ email, network }: Place): string => `${email}|${network}`;

/**
 * Counts an attempt before its password is compared, so that parallel guesses cannot outrun the lock.
 * The account as a whole is counted too, against guesses from many networks; a known device has a count of its own there,
 * so that strangers cannot lock the owner out. An attempt while locked does not prolong the lock.
 */
export const beginAttempt = async (deps: Deps, given: BeginAttempt): Promise<Attempt | { lockedUntil: Date }> => {
  const { email, device, allowed } = given;
  const { failuresHere, failuresOfAccount, failuresOfDevice } = deps.counters;
  const here: Tally = { counter: failuresHere, key: hereKey(given), allowed };
  const wide: Tally = device
    ? { counter: failuresOfDevice, key: device, allowed: ACCOUNT_LOCK_FAILURES }
    : { counter: failuresOfAccount, key: email, allowed: ACCOUNT_LOCK_FAILURES };

  const counted: { tally: Tally; count: number }[] = [];
  for (const tally of [here, wide]) {
    const { count, endsInMs } = await tally.counter.add(tally.key);
    if (count > tally.allowed) {
      for (const { tally: earlier } of counted) await earlier.counter.takeBack(earlier.key);
      return { lockedUntil: new Date(deps.clock().getTime() + endsInMs) };
    }
    counted.push({ tally, count });
  }

  return {
    number: counted[0]?.count ?? 0,
    failed: async () => {
      const used = counted.filter(({ tally, count }) => count >= tally.allowed);
      const until = later({ than: deps.clock(), seconds: LOCK_SECONDS });
      for (const { tally } of used) {
        await tally.counter.hold({ key: tally.key, seconds: LOCK_SECONDS });
        await deps.locks.add({ email, key: tally.key, until });
      }
      const remaining = Math.min(...counted.map(({ tally, count }) => tally.allowed - count));
      return { remaining, lockedUntil: used.length > 0 ? until : undefined };
    },
    passed: async () => {
      await here.counter.clear(here.key);
      await deps.locks.remove({ email, key: here.key });
      // Only this attempt: what strangers failed elsewhere stays counted.
      await wide.counter.takeBack(wide.key);
    },
  };
};

/**
 * Whoever sets a new password here need not wait: what failed from here and of the account as a whole counts no more.
 * Other networks keep their counts, so that a stranger who is locked out there does not see that the account has an owner.
 */
export const forgiveFailures = async ({ counters, locks }: Pick<Deps, 'counters' | 'locks'>, place: Place): Promise<void> => {
  const { email, device } = place;
  const forgive = async ({ counter, key }: Pick<Tally, 'counter' | 'key'>): Promise<void> => {
    await counter.clear(key);
    await locks.remove({ email, key });
  };
  await Promise.all([
    forgive({ counter: counters.failuresHere, key: hereKey(place) }),
    forgive({ counter: counters.failuresOfAccount, key: email }),
    ...(device ? [forgive({ counter: counters.failuresOfDevice, key: device })] : []),
  ]);
};
