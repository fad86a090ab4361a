import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { EMAIL_PROOF_COOKIE, type EmailProofClaims, type Jwks, SESSION_COOKIE, type SessionClaims } from '@stagereel/contracts';
import { Redis } from 'ioredis';
import jwt from 'jsonwebtoken';
import { keyPrefix } from '../clients/redis.ts';
import { sessionKey } from '../server/session.ts';
import type { TestBacking } from './backing.ts';
import { startFakeServer } from './fake-server.ts';

/** A fake identity service: it publishes a key and issues cookies whose sessions are in the real Redis. */
export const startTestIdentity = async ({ REDIS_URL, NAMESPACE }: TestBacking) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomUUID();
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const jwks: Jwks = { keys: [{ kty: 'EC', crv: 'P-256', kid, alg: 'ES256', use: 'sig', x, y }] };
  const server = await startFakeServer({
    'GET /internal/jwks': () => ({ body: jwks }),
    'GET /internal/admins': () => ({ body: { emails: ['admin@example.jp'] } }),
  });
  const redis = new Redis(REDIS_URL, { keyPrefix: keyPrefix({ NAMESPACE }) });
  const proofId = randomUUID();
  await redis.set(sessionKey(proofId), 'proofs', 'EX', 3600);
  const sign = (claims: object, expiresIn: number) =>
    jwt.sign(claims, privateKey, { algorithm: 'ES256', keyid: kid, issuer: 'stagereel', expiresIn });

  return {
    url: server.url,
    /** A `cookie` header of a signed-in user; `endSession` with its sid ends the session. */
    sessionCookie: async (given: Partial<SessionClaims> = {}): Promise<string> => {
      const claims: SessionClaims = {
        typ: 'session',
        sub: randomUUID(),
        sid: randomUUID(),
        email: 'taro@example.jp',
        emailProven: true,
        isAdmin: false,
        ...given,
      };
      await redis.set(sessionKey(claims.sid), claims.sub, 'EX', 3600);
      return `${SESSION_COOKIE}=${sign(claims, 3600)}`;
    },
    adminCookie: async function (email = 'admin@example.jp'): Promise<string> {
      return this.sessionCookie({ isAdmin: true, email });
    },
    /** A `cookie` header of a browser that has verified the address. All have one id, so that {@link endProofs} ends all. */
    proofCookie: (email: string, expiresIn = 3600): string => {
      const claims: EmailProofClaims = { typ: 'email-proof', email, id: proofId };
      return `${EMAIL_PROOF_COOKIE}=${sign(claims, expiresIn)}`;
    },
    endProofs: () => redis.del(sessionKey(proofId)),
    endSession: (sid: string) => redis.del(sessionKey(sid)),
    stop: async () => {
      await server.stop();
      redis.disconnect();
    },
  };
};
export type TestIdentity = Awaited<ReturnType<typeof startTestIdentity>>;
