import { createPublicKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Tokens } from '../domain/session/session.ts';
import { toPublicJwk } from './rsa-keys.ts';

const ISSUER = 'stagereel';

type TokensOptions = { signingKey: KeyObject; olderKeys: readonly KeyObject[] };

/** RS256 tokens. Tokens signed with older keys are still accepted. */
export const createTokens = ({ signingKey, olderKeys }: TokensOptions): Tokens => {
  const signing = toPublicJwk(signingKey);
  const published = [signing, ...olderKeys.map(toPublicJwk).filter(({ kid }) => kid !== signing.kid)];
  const keys = new Map(published.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));

  return {
    sign: ({ claims, seconds }) =>
      jwt.sign(claims, signingKey, { algorithm: 'RS256', keyid: signing.kid, issuer: ISSUER, expiresIn: seconds }),
    verify: (token) => {
      try {
        const key = keys.get(jwt.decode(token, { complete: true })?.header.kid ?? '');
        return key ? jwt.verify(token, key, { algorithms: ['RS256'], issuer: ISSUER }) : null;
      } catch {
        return null;
      }
    },
    jwks: { keys: published },
  };
};
