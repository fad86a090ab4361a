import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Jwks } from '@stagereel/contracts';

const MODULUS_BITS = 2048;
const PUBLIC_PEM = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g;

/** Accepts base64 too, because some tools lose the line breaks of a PEM in environment variables. */
const toPem = (text: string): string => (text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8'));

const requireRsa = (key: KeyObject): KeyObject => {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MODULUS_BITS) throw new Error(`must be an RSA key of at least ${MODULUS_BITS} bits`);
  return key;
};

const readKey = (read: () => KeyObject): KeyObject => {
  try {
    return read();
  } catch {
    throw new Error('must be a PEM key, or its base64 form');
  }
};

/** @throws when the text is not an RSA private key of sufficient size */
export const parsePrivateKey = (text: string): KeyObject => requireRsa(readKey(() => createPrivateKey(toPem(text))));

/** Any number of concatenated PEM public keys. @throws when one is not an RSA key of sufficient size, or when the text contains no key */
export const parsePublicKeys = (text: string): KeyObject[] => {
  if (text.trim() === '') return [];
  const pems = toPem(text).match(PUBLIC_PEM) ?? [];
  if (pems.length === 0) throw new Error('must contain a public key in PEM, or its base64 form');
  return pems.map((pem) => requireRsa(readKey(() => createPublicKey(pem))));
};

export const generatePrivatePem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: MODULUS_BITS }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

export type PublicJwk = Jwks['keys'][number];

/** The public key as JWK. `kid` is its thumbprint as defined in RFC 7638. */
export const toPublicJwk = (key: KeyObject): PublicJwk => {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  return { kty: 'RSA', kid, alg: 'RS256', use: 'sig', n, e };
};
