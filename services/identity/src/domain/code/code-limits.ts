import {
  CODE_FAILURES_BEFORE_PAUSE,
  CODE_FAILURES_OF_NETWORK,
  type CodePurpose,
  DAY,
  type ErrorCode,
  NETWORKS_PER_ADDRESS,
} from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { Counter } from '../counter.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Source } from '../network/network.ts';
import { limitOfNetwork } from '../network/trusted-networks.ts';

/** What is mailed on request and counted here. `personal-data`: a link that shows or erases the data about the address. */
type MailPurpose = CodePurpose | 'personal-data';

/**
 * The purposes that are counted together. `owner`: only somebody who knows the password or has a session can have a code sent. They are counted
 * apart from the others: otherwise a stranger who requests order codes for an admin's address could keep the admin from signing in.
 */
const groups: Record<MailPurpose, 'proof' | 'reset' | 'owner' | 'data'> = {
  order: 'proof',
  registration: 'proof',
  'password-reset': 'reset',
  'admin-sign-in': 'owner',
  'sign-in': 'owner',
  'password-change': 'owner',
  'personal-data': 'data',
};

type Limit = {
  counter: Counter;
  key: string;
  max: number;
  /** A limit that may be higher. It is looked up only for a count above `max`, because nearly all counts are low. */
  raisedMax?: () => Promise<number>;
};
type Request = { key: { purpose: MailPurpose; email: string }; source: Source };

/**
 * All known devices have one count. All other browsers have one count for each address and network, so that a stranger cannot use up the
 * limit of the owner; and one for the address in all networks, against strangers with many networks.
 */
const keysOf = ({ key: { purpose, email }, source: { network, isKnownDevice } }: Request) => {
  const address = `${groups[purpose]}:${email}`;
  return isKnownDevice ? { own: `${address}|known devices`, shared: undefined } : { own: `${address}|${network}`, shared: address };
};

/** Asking for one's data must not use up the codes for orders, nor the other way round. */
const networkKeyOf = ({ key: { purpose }, source: { network } }: Request): string =>
  purpose === 'personal-data' ? `${groups[purpose]}:${network}` : network;

const sendLimits = (deps: IdentityDeps, request: Request): Limit[] => {
  const { own, shared } = keysOf(request);
  const { codesByNetwork, codesByAddress } = deps.counters;
  const { codesPerAddressHour: perAddress, codesPerNetworkHour: perNetwork } = deps.limits;
  const raisedMax = () => limitOfNetwork(deps, { network: request.source.network, limit: perNetwork });
  return [
    // Otherwise strangers in the same network could keep the owner from signing in.
    ...(shared && groups[request.key.purpose] !== 'owner'
      ? [{ counter: codesByNetwork, key: networkKeyOf(request), max: perNetwork, raisedMax }]
      : []),
    { counter: codesByAddress, key: own, max: perAddress },
    ...(shared ? [{ counter: codesByAddress, key: shared, max: perAddress * NETWORKS_PER_ADDRESS }] : []),
  ];
};

const decrementAll = async (limits: readonly Limit[]): Promise<void> => {
  await Promise.all(limits.map(({ counter, key }) => counter.decrement(key)));
};

/**
 * Counts one requested mail against the hourly quotas of the network and of the address.
 * @throws AppError CodeLimitReached, or `limitError`, with the seconds to wait
 */
export const reserveCodeQuota = async (
  deps: IdentityDeps,
  { limitError = 'CodeLimitReached', ...request }: Request & { limitError?: ErrorCode },
): Promise<{ release: () => Promise<void> }> => {
  const counted: Limit[] = [];
  const release = (): Promise<void> => decrementAll(counted);
  for (const limit of sendLimits(deps, request)) {
    const { count, expiresInMs } = await limit.counter.increment(limit.key);
    counted.push(limit);
    if (count <= limit.max || (limit.raisedMax && count <= (await limit.raisedMax()))) continue;
    // A refused request must not count: a proven code could not make room for the next one otherwise.
    await release();
    throw new AppError(limitError, { retryAfterSeconds: expiresInMs / 1000 });
  }
  return { release };
};

type IncrementUpTo = { counter: Counter; key: string; limit: number; limitError: ErrorCode };

/** @throws AppError `limitError` with the seconds to wait */
export const incrementUpTo = async ({ counter, key, limit, limitError }: IncrementUpTo): Promise<void> => {
  const { count, expiresInMs } = await counter.increment(key);
  if (count > limit) throw new AppError(limitError, { retryAfterSeconds: expiresInMs / 1000 });
};

const failureLimits = ({ counters: { codeFailures: counter } }: IdentityDeps, request: Request): Limit[] => {
  const { own, shared } = keysOf(request);
  if (!shared) return [{ counter, key: own, max: CODE_FAILURES_BEFORE_PAUSE }];
  return [
    { counter, key: own, max: CODE_FAILURES_OF_NETWORK },
    { counter, key: shared, max: CODE_FAILURES_BEFORE_PAUSE },
  ];
};

/** @throws AppError CodePaused while the address is paused for this source after too many consecutive failures */
export const requireNotPaused = async (deps: IdentityDeps, request: Request): Promise<void> => {
  for (const { counter, key, max } of failureLimits(deps, request)) {
    const { count, expiresInMs } = await counter.read(key);
    if (count >= max) throw new AppError('CodePaused', { retryAfterSeconds: expiresInMs / 1000 });
  }
};

export const countCodeFailure = async (deps: IdentityDeps, request: Request): Promise<void> => {
  for (const { counter, key, max } of failureLimits(deps, request)) {
    const { count } = await counter.increment(key);
    if (count >= max) await counter.expireIn({ key, seconds: DAY });
  }
};

export const resetCodeFailures = async (deps: IdentityDeps, request: Request): Promise<void> => {
  await Promise.all(failureLimits(deps, request).map(({ counter, key }) => counter.reset(key)));
};

type ProvenCode = { key: Request['key']; source: Source; requestedFrom: Source | undefined };

/**
 * Resets the failure counts of the address, and releases the quota that the code took where it was requested. Hundreds of guests may share the network of one
 * hall or of one mobile carrier, and a proven code was no abuse.
 */
export const releaseProvenCode = async (deps: IdentityDeps, { key, source, requestedFrom }: ProvenCode): Promise<void> => {
  await resetCodeFailures(deps, { key, source });
  if (requestedFrom) await decrementAll(sendLimits(deps, { key, source: requestedFrom }));
};
