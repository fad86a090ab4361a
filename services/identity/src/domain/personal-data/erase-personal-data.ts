import {
  CODE_PURPOSES,
  type EventData,
  type EventEnvelope,
  PENDING_REGISTRATION_SECONDS,
  PERSONAL_DATA_LINK_SECONDS,
  personalDataEraseRequested,
  userDeleted,
} from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { invitationId } from '../invitation/invitation.ts';
import { endOutdatedSessions, endProofsAndDevices } from '../session/end-sessions.ts';
import { pseudonymOf } from './pseudonym.ts';
import { requireNoAdmin, requireRequest } from './request-personal-data.ts';

/** Makes every service erase what it stored about an address until now. */
export const eraseEventOf = (deps: IdentityDeps, { email, at }: { email: string; at: Date }): EventEnvelope =>
  createEvent(personalDataEraseRequested, { email, pseudonym: pseudonymOf(deps, email), requestedAt: at.toISOString() });

/**
 * Erases the data about the address of a mailed link. The link is used up and the erasure stored in one write; the services carry it out on its
 * event.
 * @throws AppError PersonalDataLinkInvalid, also if a concurrent request used the link; PersonalDataLinkExpired; PersonalDataOfAdmin
 */
export const erasePersonalData = async (deps: IdentityDeps, { token }: { token: string }): Promise<void> => {
  const { id, email } = await requireRequest(deps, { token, kind: 'erasure' });
  await requireNoAdmin(deps, email);
  const now = deps.now();
  const events = [eraseEventOf(deps, { email, at: now })];
  if (!(await deps.personalDataRequests.use({ id, now, events }))) throw new AppError('PersonalDataLinkInvalid');
  deps.outbox.trigger();
  await deleteAccount(deps, { email, until: now });
};

/** The same for an admin, recorded in the audit log. @throws AppError PersonalDataOfAdmin */
export const erasePersonalDataAsAdmin = async (
  deps: IdentityDeps,
  { email, actor }: { email: string; actor: Actor },
): Promise<{ pseudonym: string }> => {
  await requireNoAdmin(deps, email);
  const now = deps.now();
  const pseudonym = pseudonymOf(deps, email);
  const target = { type: 'personal-data', id: pseudonym, label: pseudonym };
  const audit = adminActedEvent({ actor, action: 'personal-data.erased', target });
  await deps.personalDataRequests.record({ now, events: [eraseEventOf(deps, { email, at: now }), audit] });
  deps.outbox.trigger();
  await deleteAccount(deps, { email, until: now });
  return { pseudonym };
};

/** Deletes the account that the address had at that time, and ends its sessions, the proofs of the address and its known devices. */
const deleteAccount = async (deps: IdentityDeps, { email, until }: { email: string; until: Date }): Promise<void> => {
  await endProofsAndDevices(deps, { email, until });
  const user = await deps.users.findByEmail(email);
  if (!user || user.isAdmin || user.createdAt > until) return;
  const events = [createEvent(userDeleted, { userId: user.id, email, deletedAt: until.toISOString() })];
  // Where a concurrent request was faster, or a crash interrupts this, the event of the deletion ends the sessions.
  if (!(await deps.users.erase({ id: user.id, mark: undefined, at: until, events }))) return;
  deps.outbox.trigger();
  await endOutdatedSessions(deps, user.id);
};

/**
 * Erases what identity stored about an address until the request: on its event, as often as it arrives. Facts are kept under the pseudonym; what
 * only serves the address itself is removed.
 */
export const carryOutErasure = async (deps: IdentityDeps, data: EventData<typeof personalDataEraseRequested>): Promise<void> => {
  const { email, pseudonym } = data;
  const until = new Date(data.requestedAt);
  await deps.erasures.remember({ email, pseudonym, requestedAt: until });
  await deleteAccount(deps, { email, until });
  await Promise.all([
    deps.personalDataRequests.removeByEmail({ email, lastExpiry: addSeconds({ to: until, seconds: PERSONAL_DATA_LINK_SECONDS }) }),
    deps.codes.removeUntil({ email, purposes: CODE_PURPOSES, until }),
    removeApplications(deps, { email, until }),
    removeInvitation(deps, { email, until }),
    deps.signIns.pseudonymise({ email, pseudonym, until }),
  ]);
  if (!(await deps.users.findByEmail(email))) await deps.trustedNetworks.removeByEmail({ email, now: deps.now() });
  await deps.auditLog.pseudonymise({ email, pseudonym, until });
};

type Erase = { email: string; until: Date };

const removeApplications = async ({ pendingRegistrations, wantedAccounts }: IdentityDeps, { email, until }: Erase): Promise<void> => {
  const lastExpiry = addSeconds({ to: until, seconds: PENDING_REGISTRATION_SECONDS });
  await pendingRegistrations.removeByEmail({ email, lastExpiry });
  await wantedAccounts.removeByEmail({ email, lastExpiry });
};

const removeInvitation = async ({ adminInvitations, now }: IdentityDeps, { email, until }: Erase): Promise<void> => {
  await adminInvitations.withdraw({ id: invitationId(email), sentUntil: until, now: now(), events: [] });
};
