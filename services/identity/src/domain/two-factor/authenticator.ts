/** The codes of an authenticator app: RFC 6238 with six digits, a new one every 30 seconds. */
export type Authenticator = {
  /** Base32. */
  newSecret: () => string;
  /** What the app scans, as the source of an image. */
  qrCodeOf: (given: { secret: string; account: string }) => string;
  /** The time step whose code this is, at most one from the present; undefined when it is the code of none. */
  stepOf: (given: { secret: string; token: string; at: Date }) => number | undefined;
};

/** Keeps secrets so that the database alone is worth nothing. */
export type SecretBox = {
  seal: (given: { secret: string; owner: string }) => string;
  /** Undefined when it was sealed under another key or for another owner. */
  open: (given: { sealed: string; owner: string }) => string | undefined;
};
