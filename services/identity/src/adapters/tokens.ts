import { createPublicKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Tokens } from '../domain/session/session.ts';
import { toPublicJwk } from './signing-keys.ts';

const ISSUER = 'stagereel';

type TokensOptions = { signingKey: KeyObject; olderKeys: readonly KeyObject[] };

/** Signs with the algorithm of the signing key. Tokens signed with older keys are still accepted. */
export const createTokens = ({ signingKey, olderKeys }: TokensOptions): Tokens => {
  const signing = toPublicJwk(signingKey);
  const published = [signing, ...olderKeys.map(toPublicJwk).filter(({ kid }) => kid !== signing.kid)];
  const keys = new Map(published.map((key) => [key.kid, { key: createPublicKey({ key, format: 'jwk' }), algorithm: key.alg }]));

  return {
    sign: ({ claims, seconds }) =>
      jwt.sign(claims, signingKey, { algorithm: signing.alg, keyid: signing.kid, issuer: ISSUER, expiresIn: seconds }),
    verify: (token) => {
      try {
        const known = keys.get(jwt.decode(token, { complete: true })?.header.kid ?? '');
        return known ? jwt.verify(token, known.key, { algorithms: [known.algorithm], issuer: ISSUER }) : null;
      } catch {
        return null;
      }
    },
    jwks: { keys: published },
  };
};
