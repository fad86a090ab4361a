import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  EMAIL_PROOF_COOKIE,
  type EmailProofClaims,
  emailProofClaimsSchema,
  type Jwks,
  jwksSchema,
  SESSION_COOKIE,
  type SessionClaims,
  sessionClaimsSchema,
} from '@stagereel/contracts';
import type { FastifyRequest } from 'fastify';
import jwt from 'jsonwebtoken';
import type { z } from 'zod';
import type { InternalClient } from '../clients/internal-client.ts';
import type { Redis } from '../clients/redis.ts';
import { AppError } from './errors.ts';
import { networkOf } from './network.ts';
import { createFirstOfClient } from './request-log.ts';

/**
 * Reads the caller from the cookies of a request; null for an anonymous caller. Rejects with ServiceUnavailable when Redis or the public keys cannot
 * be reached.
 */
export type Sessions = {
  read: (request: FastifyRequest) => Promise<SessionClaims | null>;
  readProof: (request: FastifyRequest) => Promise<EmailProofClaims | null>;
};

export type KeySource = () => Promise<Jwks>;

/** A session or an email proof is valid while this Redis key exists; deleting it ends it in all services. */
export const sessionKey = (sid: string): string => `session:${sid}`;

type VerifyKey = { key: KeyObject; algorithm: Jwks['keys'][number]['alg'] };

const REFRESH_AFTER_MS = 600_000;
const REFRESH_AT_MOST_EVERY_MS = 10_000;

/**
 * Caches public keys by `kid`, as KeyObjects because parsing a PEM costs more than verifying. A known key is used at once and refreshed in the
 * background, so an identity service that hangs delays only tokens with an unknown key.
 */
const createKeyStore = (fetchKeys: KeySource) => {
  let keys = new Map<string, VerifyKey>();
  let fetchedAt = 0;
  let triedAt = 0;
  let fetching: Promise<void> | undefined;

  const fetchNow = async (): Promise<void> => {
    triedAt = Date.now();
    const { keys: published } = await fetchKeys();
    keys = new Map(published.map((key) => [key.kid, { key: createPublicKey({ key, format: 'jwk' }), algorithm: key.alg }]));
    fetchedAt = Date.now();
  };
  const refresh = (): Promise<void> => {
    fetching ??= fetchNow().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  return async (kid: string): Promise<VerifyKey | undefined> => {
    const known = keys.get(kid);
    const now = Date.now();
    if (known) {
      const isDue = now - fetchedAt > REFRESH_AFTER_MS && now - triedAt > REFRESH_AT_MOST_EVERY_MS;
      // When identity is unavailable, known keys stay valid.
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
  const isFirstOfClient = createFirstOfClient();

  /** The reason why a token is not one of the shop's; undefined for one that has only expired. */
  const verify = async (token: string): Promise<{ claims: unknown } | { reason: string | undefined }> => {
    const kid = keyIdOf(token);
    const known = kid ? await keyFor(kid) : undefined;
    if (!known) return { reason: kid ? 'unknown key' : 'no key' };
    try {
      return { claims: jwt.verify(token, known.key, { algorithms: [known.algorithm], issuer: 'stagereel' }) };
    } catch (error) {
      return { reason: error instanceof jwt.TokenExpiredError ? undefined : String(error instanceof Error ? error.message : error) };
    }
  };

  /** The claims in a cookie; undefined if there are none. A forged token is reported once per client and minute. */
  const readCookie = async <Schema extends z.ZodType>(request: FastifyRequest, name: string, schema: Schema) => {
    const token = request.cookies[name];
    if (!token) return undefined;
    const verified = await verify(token);
    if ('claims' in verified) return schema.safeParse(verified.claims).data;
    const { reason } = verified;
    if (reason && isFirstOfClient(networkOf(request.ip))) request.log.warn({ reason, cookie: name }, 'Forged token refused');
    return undefined;
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
      const claims = await readCookie(request, SESSION_COOKIE, sessionClaimsSchema);
      return claims && (await holds(claims.sid)) ? claims : null;
    },
    readProof: async (request) => {
      const claims = await readCookie(request, EMAIL_PROOF_COOKIE, emailProofClaimsSchema);
      return claims && (await holds(claims.id)) ? claims : null;
    },
  };
};

/** Fetches the public keys of sessions from identity. */
export const createKeySource =
  (identity: InternalClient): KeySource =>
  () =>
    identity.request({ path: '/internal/jwks', schema: jwksSchema });
