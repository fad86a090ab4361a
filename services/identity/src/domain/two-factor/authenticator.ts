/** The codes of an authenticator app: RFC 6238 with six digits, a new code every 30 seconds. */
export type Totp = {
  /** In base32. */
  createSecret: () => string;
  /** The QR code as an image data URL. */
  qrCodeOf: (input: { secret: string; account: string }) => string;
  /** The time step of this code, at most one step before or after `at`; undefined for a wrong code. */
  findStep: (input: { secret: string; token: string; at: Date }) => number | undefined;
};

/** Encrypts secrets for storage. */
export type SecretBox = {
  seal: (input: { secret: string; owner: string }) => string;
  /** Undefined when the secret was sealed with another key or for another owner. */
  open: (input: { sealed: string; owner: string }) => string | undefined;
};

/** The secret of a new authenticator, before its first code. It belongs to the session that requested it. */
export type AuthenticatorSetup = { sid: string; userId: string; sealedSecret: string; expiresAt: Date };

export type AuthenticatorSetupStore = {
  /** Replaces an earlier setup of the session and resets its tries. */
  start: (setup: AuthenticatorSetup) => Promise<void>;
  find: (input: { sid: string; now: Date }) => Promise<AuthenticatorSetup | undefined>;
  /** Counts one try; false when the setup was replaced, expired, or is out of tries. */
  countTry: (input: { sid: string; sealedSecret: string; now: Date }) => Promise<boolean>;
  remove: (input: { sid: string }) => Promise<void>;
  removeByUser: (userId: string) => Promise<void>;
};
