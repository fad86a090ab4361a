import type { Erasures, Logger } from '@stagereel/service-kit';
import type { AuditLog } from './audit/audit-log.ts';
import type { Clock } from './clock.ts';
import type { CodeStore } from './code/code.ts';
import type { Counter } from './counter.ts';
import type { DeadLetterStore } from './dead-letter/dead-letter-store.ts';
import type { InvitationStore } from './invitation/invitation.ts';
import type { NetworkList } from './network/network.ts';
import type { CommonPasswords } from './password/common-password.ts';
import type { PasswordGrantStore } from './password/password-grant.ts';
import type { CollectFromServices, PersonalDataRequestStore } from './personal-data/personal-data-request.ts';
import type { PendingRegistrationStore } from './registration/pending-registration.ts';
import type { WantedAccountStore } from './registration/wanted-account.ts';
import type { SessionStore, Tokens } from './session/session.ts';
import type { KnownDevices } from './sign-in/known-devices.ts';
import type { LockList } from './sign-in/lock-list.ts';
import type { PendingSignInStore } from './sign-in/pending-sign-in-store.ts';
import type { SignInLog, SignInReport } from './sign-in/sign-in-event.ts';
import type { AuthenticatorSetupStore, SecretBox, Totp } from './two-factor/authenticator.ts';
import type { AdminDeletionMarks, FirstAdmins, PasswordHasher, UserReport, UserStore } from './user/user.ts';

/** Everything the use cases of this service work with. */
export type IdentityDeps = {
  now: Clock;
  logger: Pick<Logger, 'warn'>;
  users: UserStore;
  userReport: UserReport;
  adminDeletionMarks: AdminDeletionMarks;
  firstAdmins: FirstAdmins;
  adminInvitations: InvitationStore;
  authenticatorSetups: AuthenticatorSetupStore;
  codes: CodeStore;
  pendingRegistrations: PendingRegistrationStore;
  wantedAccounts: WantedAccountStore;
  pendingSignIns: PendingSignInStore;
  signIns: SignInLog;
  signInReport: SignInReport;
  /** Networks from which sign-ins to too many accounts failed. */
  blockedNetworks: NetworkList;
  /** Networks from which an admin has signed in. */
  trustedNetworks: NetworkList;
  locks: LockList;
  passwordGrants: PasswordGrantStore;
  auditLog: AuditLog;
  deadLetters: DeadLetterStore;
  personalDataRequests: PersonalDataRequestStore;
  erasures: Erasures;
  collectFromServices: CollectFromServices;
  sessionStore: SessionStore;
  knownDevices: KnownDevices;
  tokens: Tokens;
  passwordHasher: PasswordHasher;
  commonPasswords: CommonPasswords;
  totp: Totp;
  secretBox: SecretBox;
  counters: {
    /** Mailed codes and links requested per hour, by email address with its source and by network. */
    codesByAddress: Counter;
    codesByNetwork: Counter;
    /** Set while no second link may be mailed to an address. */
    linkCooldown: Counter;
    /** Invitations mailed per hour, by the inviting admin and by the invited address. */
    invitationsByAdmin: Counter;
    invitationsByAddress: Counter;
    /** Consecutive wrong codes of a day, by email address with its source. */
    codeFailures: Counter;
    /** Passwords of wanted accounts that were set per hour, by email address. */
    wantedAccounts: Counter;
    /** Authenticator codes tried in one sign-in. */
    authenticatorTries: Counter;
    /** Wrong passwords, by account and network, by account from any network, and by account from known devices. */
    failuresByAccountAndNetwork: Counter;
    failuresByAccount: Counter;
    failuresByKnownDevices: Counter;
  };
  /** Triggered after a write that appended an event. */
  outbox: { trigger: () => void };
  limits: { codeSecret: string; codeResendSeconds: number; codesPerAddressHour: number; codesPerNetworkHour: number };
};
