import {
  DAY,
  type OpenedPersonalData,
  PERSONAL_DATA_LINK_SECONDS,
  type PersonalDataKind,
  personalDataLinkRequested,
} from '@stagereel/contracts';
import { AppError, createEvent } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import { addSeconds } from '../clock.ts';
import { incrementUpTo } from '../code/code-limits.ts';
import type { IdentityDeps } from '../deps.ts';
import { networkOf } from '../network/network.ts';
import { createToken, hashToken } from '../random-token.ts';
import { startLinkCooldown } from '../registration/register-by-link.ts';
import type { PersonalDataRequest } from './personal-data-request.ts';

type RequestPersonalData = { email: string; kind: PersonalDataKind; ip: string };

/** So long, an expired link is called expired and not unknown. */
const EXPIRED_SECONDS = DAY;

/**
 * Mails the link that shows or erases the data about an address. It is mailed to every address, so that neither the response nor its timing reveals
 * whether anything is stored.
 * @throws AppError LinkResendTooSoon or LinkLimitReached, each with the seconds to wait
 */
export const requestPersonalData = async (deps: IdentityDeps, { email, kind, ip }: RequestPersonalData): Promise<void> => {
  const cooldown = await startLinkCooldown(deps, `personal-data:${email}`);
  try {
    await countRequest(deps, { email, ip });
    const now = deps.clock();
    const token = createToken();
    const expiresAt = addSeconds({ to: now, seconds: PERSONAL_DATA_LINK_SECONDS });
    await deps.personalDataRequests.save({
      ...{ id: uuid(), kind, email, expiresAt },
      tokenHash: hashToken(token),
      purgeAt: addSeconds({ to: expiresAt, seconds: EXPIRED_SECONDS }),
      events: [createEvent(personalDataLinkRequested, { kind, email, token, expiresAt: expiresAt.toISOString() })],
    });
  } catch (error) {
    await cooldown.cancel();
    throw error;
  }
  deps.outbox.trigger();
};

/** As often as codes, but counted by itself: asking for one's data must not use up the codes of an order, nor the other way round. */
const countRequest = async ({ counters, limits }: IdentityDeps, { email, ip }: { email: string; ip: string }): Promise<void> => {
  const limitError = 'LinkLimitReached';
  const { personalDataByNetwork, personalDataByAddress } = counters;
  await incrementUpTo({ counter: personalDataByNetwork, key: networkOf(ip), limit: limits.codesPerNetworkHour, limitError });
  await incrementUpTo({ counter: personalDataByAddress, key: email, limit: limits.codesPerAddressHour, limitError });
};

/** What the page of the mailed link shows. Changes nothing. @throws AppError PersonalDataLinkInvalid, PersonalDataLinkExpired */
export const openPersonalDataRequest = async (deps: IdentityDeps, { token }: { token: string }): Promise<OpenedPersonalData> => {
  const { kind, email, expiresAt } = await requireRequest(deps, { token });
  const hasAccount = (await deps.users.findByEmail(email)) !== undefined;
  return { kind, email, expiresAt: expiresAt.toISOString(), hasAccount };
};

type RequireRequest = { token: string; kind?: PersonalDataKind };

/** @throws AppError PersonalDataLinkInvalid, also if the link was mailed for something else; PersonalDataLinkExpired */
export const requireRequest = async (deps: IdentityDeps, { token, kind }: RequireRequest): Promise<PersonalDataRequest> => {
  const request = await deps.personalDataRequests.findByToken(hashToken(token));
  if (!request || (kind !== undefined && request.kind !== kind)) throw new AppError('PersonalDataLinkInvalid');
  if (request.expiresAt <= deps.clock()) throw new AppError('PersonalDataLinkExpired');
  return request;
};
