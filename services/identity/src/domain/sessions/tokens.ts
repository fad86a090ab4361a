import type { Jwks } from '@stagereel/contracts';

/** Signed tokens. `typ` among the claims tells their kinds apart. */
export type Tokens = {
  sign: (given: { claims: object; seconds: number }) => string;
  /** The claims; null for anything that is not a token of ours that still holds. */
  verify: (token: string) => unknown;
  /** What other services need to verify for themselves. */
  jwks: Jwks;
};
