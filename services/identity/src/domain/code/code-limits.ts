import { CODE_FAILURES_BEFORE_PAUSE, type CodePurpose, DAY, type ErrorCode } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { Counter } from '../counter.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network/network.ts';
import type { CodeKey } from './code.ts';

/** Who can have a code sent: anybody, or only somebody who knows the password or has a session. */
const requesters: Record<CodePurpose, 'anybody' | 'owner'> = {
  order: 'anybody',
  registration: 'anybody',
  'password-reset': 'anybody',
  'admin-sign-in': 'owner',
  'sign-in': 'owner',
  'password-change': 'owner',
};

/**
 * The key for counting the codes and failures of an address. Requests by anybody are counted separately: otherwise a stranger who requests
 * order codes for an admin's address could keep the admin from signing in.
 */
const limitKey = ({ purpose, email }: CodeKey): string => `${requesters[purpose]}:${email}`;

type ReserveCodeQuota = {
  key: CodeKey;
  ip: string;
  /** The error when the quota is used up. */
  limitError?: ErrorCode;
};

/**
 * Counts one requested mail against the hourly quotas of the network and of the address.
 * @throws AppError CodeLimitReached, or `limitError`, with the seconds to wait
 */
export const reserveCodeQuota = async (
  { counters, limits }: IdentityDeps,
  { key, ip, limitError = 'CodeLimitReached' }: ReserveCodeQuota,
): Promise<{ release: () => Promise<void> }> => {
  const network = networkOf(ip);
  const address = limitKey(key);
  await incrementUpTo({ counter: counters.codesByNetwork, key: network, limit: limits.codesPerNetworkHour, limitError });
  await incrementUpTo({ counter: counters.codesByAddress, key: address, limit: limits.codesPerAddressHour, limitError });
  return {
    release: async () => {
      await Promise.all([counters.codesByNetwork.decrement(network), counters.codesByAddress.decrement(address)]);
    },
  };
};

type IncrementUpTo = { counter: Counter; key: string; limit: number; limitError: ErrorCode };

/** @throws AppError `limitError` with the seconds to wait */
export const incrementUpTo = async ({ counter, key, limit, limitError }: IncrementUpTo): Promise<void> => {
  const { count, expiresInMs } = await counter.increment(key);
  if (count > limit) throw new AppError(limitError, { retryAfterSeconds: expiresInMs / 1000 });
};

/** @throws AppError CodePaused while the address is paused after too many consecutive failures */
export const requireNotPaused = async ({ counters }: IdentityDeps, key: CodeKey): Promise<void> => {
  const { count, expiresInMs } = await counters.codeFailures.read(limitKey(key));
  if (count >= CODE_FAILURES_BEFORE_PAUSE) throw new AppError('CodePaused', { retryAfterSeconds: expiresInMs / 1000 });
};

export const countCodeFailure = async ({ counters }: IdentityDeps, key: CodeKey): Promise<void> => {
  const { count } = await counters.codeFailures.increment(limitKey(key));
  if (count >= CODE_FAILURES_BEFORE_PAUSE) await counters.codeFailures.expireIn({ key: limitKey(key), seconds: DAY });
};

export const resetCodeFailures = ({ counters }: IdentityDeps, key: CodeKey): Promise<void> => counters.codeFailures.reset(limitKey(key));
