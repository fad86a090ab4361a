import type { AuditLog } from './audit/audit-log.ts';
import type { Clock } from './clock.ts';
import type { CodeStore } from './codes/code-store.ts';
import type { Counter } from './counter.ts';
import type { NetworkList } from './networks/network-list.ts';
import type { PasswordGrantStore } from './passwords/password-grant-store.ts';
import type { PendingRegistrationStore } from './registrations/pending-registration-store.ts';
import type { SignInReport } from './security/sign-in-report.ts';
import type { SessionStore } from './sessions/session-store.ts';
import type { Tokens } from './sessions/tokens.ts';
import type { LockList } from './sign-in/lock-list.ts';
import type { PendingSignInStore } from './sign-in/pending-sign-in-store.ts';
import type { SignInLog } from './sign-in/sign-in-log.ts';
import type { Authenticator, SecretBox } from './two-factor/authenticator.ts';
import type { TwoFactorSetupStore } from './two-factor/setup-store.ts';
import type { FirstAdmins } from './users/first-admins.ts';
import type { Passwords } from './users/passwords.ts';
import type { AdminMarks, UserStore } from './users/user.ts';
import type { UserReport } from './users/user-report.ts';

/** All the domain works with; a use case names the part it needs. */
export type IdentityDeps = {
  clock: Clock;
  users: UserStore;
  userReport: UserReport;
  adminMarks: AdminMarks;
  firstAdmins: FirstAdmins;
  twoFactorSetups: TwoFactorSetupStore;
  codes: CodeStore;
  pendingRegistrations: PendingRegistrationStore;
  pendingSignIns: PendingSignInStore;
  signIns: SignInLog;
  signInReport: SignInReport;
  /** Networks that tried the passwords of too many accounts. */
  blockedNetworks: NetworkList;
  /** Networks from which an admin has signed in. */
  trustedNetworks: NetworkList;
  locks: LockList;
  passwordGrants: PasswordGrantStore;
  auditLog: AuditLog;
  sessionStore: SessionStore;
  tokens: Tokens;
  passwords: Passwords;
  authenticator: Authenticator;
  secretBox: SecretBox;
  counters: {
    /** Codes asked for, by address and by network, an hour. */
    codesByAddress: Counter;
    codesByNetwork: Counter;
    /** Links mailed within the pause between two codes, by address. */
    linkPause: Counter;
    /** Wrong codes in a row, by address. */
    failedCodes: Counter;
    /** Codes of an authenticator tried in one sign-in. */
    authenticatorTries: Counter;
    /** Wrong passwords: of an account from one network, of an account from anywhere, of a known device. */
    failuresHere: Counter;
    failuresOfAccount: Counter;
    failuresOfDevice: Counter;
  };
  /** Called after a write that appended an event. */
  outbox: { kick: () => void };
  limits: { codeSecret: string; codeResendSeconds: number; codesPerAddressHour: number; codesPerNetworkHour: number };
};
