import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Jwks } from '@stagereel/contracts';

const CURVE = 'P-256';
/** OpenSSL's name of the same curve. */
const CURVE_OF_KEY = 'prime256v1';
const PUBLIC_PEM = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g;

/** Accepts base64 too, because some tools lose the line breaks of a PEM in environment variables. */
const toPem = (text: string): string => (text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8'));

const requireCurve = (key: KeyObject): KeyObject => {
  if (key.asymmetricKeyDetails?.namedCurve !== CURVE_OF_KEY) throw new Error(`must be a key of the curve ${CURVE}`);
  return key;
};

const readKey = (read: () => KeyObject): KeyObject => {
  try {
    return read();
  } catch {
    throw new Error('must be a PEM key, or its base64 form');
  }
};

/** @throws when the text is not a private key of P-256 */
export const parsePrivateKey = (text: string): KeyObject => requireCurve(readKey(() => createPrivateKey(toPem(text))));

/** Any number of concatenated PEM public keys. @throws when one is of another kind, or when the text contains no key */
export const parsePublicKeys = (text: string): KeyObject[] => {
  if (text.trim() === '') return [];
  const pems = toPem(text).match(PUBLIC_PEM) ?? [];
  if (pems.length === 0) throw new Error('must contain a public key in PEM, or its base64 form');
  return pems.map((pem) => requireCurve(readKey(() => createPublicKey(pem))));
};

export const generatePrivatePem = (): string =>
  generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

export type PublicJwk = Jwks['keys'][number];

/** As defined in RFC 7638, with the required members in the order of their names. */
const thumbprint = (members: Record<string, string>): string => createHash('sha256').update(JSON.stringify(members)).digest('base64url');

/** The public key as JWK. `kid` is its thumbprint. */
export const toPublicJwk = (key: KeyObject): PublicJwk => {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { kid: thumbprint({ crv: CURVE, kty: 'EC', x, y }), kty: 'EC', alg: 'ES256', crv: CURVE, use: 'sig', x, y };
};
