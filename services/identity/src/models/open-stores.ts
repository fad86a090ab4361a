import { type ChangedInStore, createErasures, createOutboxStore } from '@stagereel/service-kit';
import type { Connection } from 'mongoose';
import { ADMIN_INVITATIONS, createInvitationStore } from './admin-invitation.model.ts';
import { createAuditLog } from './audit-entry.model.ts';
import { CODES, createCodeStore } from './code.model.ts';
import { createFirstAdmins } from './first-admin.model.ts';
import { BLOCKED_NETWORKS, createNetworkList, TRUSTED_NETWORKS } from './network-list.model.ts';
import { createPasswordGrantStore } from './password-grant.model.ts';
import { createPendingRegistrationStore, PENDING_REGISTRATIONS } from './pending-registration.model.ts';
import { createPendingSignInStore } from './pending-sign-in.model.ts';
import { createPersonalDataRequestStore, PERSONAL_DATA_REQUESTS } from './personal-data-request.model.ts';
import { connectSignInModel, createSignInLog, createSignInReport } from './sign-in-event.model.ts';
import { createAuthenticatorSetupStore } from './two-factor-setup.model.ts';
import { connectUserModel, deletedUsers, USERS } from './user.model.ts';
import { createAdminDeletionMarks, createUserReport, createUserStore } from './user-store.ts';
import { createWantedAccountStore } from './wanted-account.model.ts';

type OpenStores = { mongo: Connection; onEvents: (changed: ChangedInStore) => void };

/**
 * Opens all collections of this service, and creates the unique indexes that the writes rely on. `onEvents` is called after every write that put
 * an event into the outbox of a code; the use cases tell of all other events.
 */
export const openStores = async ({ mongo, onEvents }: OpenStores) => {
  const codeOutbox = createOutboxStore(mongo.collection(CODES));
  const userModel = connectUserModel(mongo);
  const signInModel = connectSignInModel(mongo);
  const sweepable = {
    users: createUserStore(userModel),
    pendingRegistrations: createPendingRegistrationStore(mongo),
    blockedNetworks: createNetworkList(mongo, BLOCKED_NETWORKS),
    trustedNetworks: createNetworkList(mongo, TRUSTED_NETWORKS),
    adminInvitations: createInvitationStore(mongo),
    personalDataRequests: createPersonalDataRequestStore(mongo),
  };
  const others = {
    codes: createCodeStore({ connection: mongo, onEvents: (changed) => onEvents({ store: codeOutbox, ...changed }) }),
    wantedAccounts: createWantedAccountStore(mongo),
    pendingSignIns: createPendingSignInStore(mongo),
    signIns: createSignInLog(signInModel),
    passwordGrants: createPasswordGrantStore(mongo),
    erasures: createErasures(mongo),
    authenticatorSetups: createAuthenticatorSetupStore(mongo),
    userReport: createUserReport(userModel),
    adminDeletionMarks: createAdminDeletionMarks(userModel),
    signInReport: createSignInReport(signInModel),
    firstAdmins: createFirstAdmins(mongo),
    auditLog: createAuditLog(mongo),
  };
  await Promise.all(Object.values(mongo.models).map((model) => model.init()));
  return {
    stores: { ...sweepable, ...others },
    sweepable: Object.values(sweepable),
    outboxes: [
      codeOutbox,
      ...[PENDING_REGISTRATIONS, ADMIN_INVITATIONS, PERSONAL_DATA_REQUESTS, BLOCKED_NETWORKS, TRUSTED_NETWORKS].map((name) =>
        createOutboxStore(mongo.collection(name)),
      ),
      createOutboxStore(mongo.collection(USERS), { removeWhen: deletedUsers }),
    ],
  };
};
