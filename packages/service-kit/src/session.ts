import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  EMAIL_PROOF_COOKIE,
  type EmailProofClaims,
  emailProofClaimsSchema,
  type Jwks,
  SESSION_COOKIE,
  type SessionClaims,
  sessionClaimsSchema,
} from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import { AppError } from './errors.ts';
import type { Redis } from './redis.ts';

/** Says who calls, from the cookies of a request. Null means nobody known. Rejects with ServiceUnavailable when Redis or the keys cannot be asked: no answer is no entry. */
export type Sessions = {
  read: (request: FastifyRequest) => Promise<SessionClaims | null>;
  readProof: (request: FastifyRequest) => Promise<EmailProofClaims | null>;
};

export type KeySource = () => Promise<Jwks>;

/** The Redis key that makes a session hold; whoever deletes it ends the session everywhere at once. */
export const sessionKey = (sid: string): string => `session:${sid}`;

const REFRESH_AFTER_MS = 600_000;
const REFRESH_AT_MOST_EVERY_MS = 10_000;

/**
 * Public keys by `kid`, kept as KeyObjects because parsing a PEM costs more than the check itself. A known key is used at once and looked up
 * anew behind the request's back: an identity that hangs holds nobody up but those whose key is not known yet.
 */
const createKeyStore = (fetchKeys: KeySource) => {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = 0;
  let triedAt = 0;
  let fetching: Promise<void> | undefined;

  const fetchAnew = async (): Promise<void> => {
    triedAt = Date.now();
    const { keys: published } = await fetchKeys();
    keys = new Map(published.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
    fetchedAt = Date.now();
  };
  const refresh = (): Promise<void> => {
    fetching ??= fetchAnew().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  return async (kid: string): Promise<KeyObject | undefined> => {
    const known = keys.get(kid);
    const now = Date.now();
    if (known) {
      const isDue = now - fetchedAt > REFRESH_AFTER_MS && now - triedAt > REFRESH_AT_MOST_EVERY_MS;
      // Known keys outlive an identity that is down for a while.
      if (isDue) refresh().catch(() => undefined);
      return known;
    }
    if (now - fetchedAt > REFRESH_AT_MOST_EVERY_MS) await refresh();
    return keys.get(kid);
  };
};

const keyIdOf = (token: string): string | undefined => {
  try {
    return jwt.decode(token, { complete: true })?.header.kid;
  } catch {
    return undefined;
  }
};

export const createSessions = ({ fetchKeys, redis }: { fetchKeys: KeySource; redis: Pick<Redis, 'exists'> }): Sessions => {
  const keyFor = createKeyStore(fetchKeys);

  const verify = async (token: string | undefined): Promise<unknown> => {
    if (!token) return null;
    const kid = keyIdOf(token);
    const key = kid ? await keyFor(kid) : undefined;
    if (!key) return null;
    try {
      return jwt.verify(token, key, { algorithms: ['RS256'], issuer: 'stagereel' });
    } catch {
      return null;
    }
  };

  const holds = async (sid: string): Promise<boolean> => {
    try {
      return (await redis.exists(sessionKey(sid))) === 1;
    } catch (cause) {
      throw new AppError('ServiceUnavailable', { cause });
    }
  };

  return {
    read: async (request) => {
      const claims = sessionClaimsSchema.safeParse(await verify(request.cookies[SESSION_COOKIE]));
      if (!claims.success) return null;
      return (await holds(claims.data.sid)) ? claims.data : null;
    },
    readProof: async (request) => {
      const claims = emailProofClaimsSchema.safeParse(await verify(request.cookies[EMAIL_PROOF_COOKIE]));
      return claims.success ? claims.data : null;
    },
  };
};
