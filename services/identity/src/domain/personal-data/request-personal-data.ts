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
import { reserveCodeQuota } from '../code/code-limits.ts';
import type { IdentityDeps } from '../deps.ts';
import { createToken, hashToken } from '../random-token.ts';
import { startLinkCooldown } from '../registration/register-by-link.ts';
import { sourceOf, type Visitor } from '../sign-in/visitor.ts';
import type { PersonalDataRequest } from './personal-data-request.ts';

type RequestPersonalData = { email: string; kind: PersonalDataKind; visitor: Visitor };

/** So long, an expired link is called expired and not unknown. */
const EXPIRED_SECONDS = DAY;

/**
 * Mails the link that shows or erases the data about an address. It is mailed to every address, so that neither the response nor its timing reveals
 * whether anything is stored.
 * @throws AppError LinkResendTooSoon or LinkLimitReached, each with the seconds to wait
 */
export const requestPersonalData = async (deps: IdentityDeps, { email, kind, visitor }: RequestPersonalData): Promise<void> => {
  const cooldown = await startLinkCooldown(deps, `personal-data:${email}`);
  try {
    const source = await sourceOf(deps, { email, visitor });
    await reserveCodeQuota(deps, { key: { purpose: 'personal-data', email }, source, limitError: 'LinkLimitReached' });
    const now = deps.now();
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
  if (request.expiresAt <= deps.now()) throw new AppError('PersonalDataLinkExpired');
  return request;
};

/** An admin's data and account take a session of an admin. A mailed link is not enough, because audit entries name other people. @throws AppError PersonalDataOfAdmin */
export const requireNoAdmin = async ({ users }: IdentityDeps, email: string): Promise<void> => {
  if ((await users.findByEmail(email))?.isAdmin) throw new AppError('PersonalDataOfAdmin');
};
