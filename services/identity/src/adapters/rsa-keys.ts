import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Jwks } from '@stagereel/contracts';

const MODULUS_BITS = 2048;
const PUBLIC_PEM = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g;

/** A PEM does not survive every way of setting a variable, so its base64 will do. */
const pemOf = (text: string): string => (text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8'));

const requireRsa = (key: KeyObject): KeyObject => {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MODULUS_BITS) throw new Error(`must be an RSA key of at least ${MODULUS_BITS} bits`);
  return key;
};

const readable = (read: () => KeyObject): KeyObject => {
  try {
    return read();
  } catch {
    throw new Error('is not a key in PEM, or that in base64');
  }
};

/** @throws when the text is no RSA private key */
export const parsePrivateKey = (text: string): KeyObject => requireRsa(readable(() => createPrivateKey(pemOf(text))));

/** Any number of public keys, one PEM after the other. @throws when one is no RSA public key, or when there is text and no key in it */
export const parsePublicKeys = (text: string): KeyObject[] => {
  if (text.trim() === '') return [];
  const pems = pemOf(text).match(PUBLIC_PEM) ?? [];
  if (pems.length === 0) throw new Error('holds no public key in PEM, or that in base64');
  return pems.map((pem) => requireRsa(readable(() => createPublicKey(pem))));
};

export const generatePrivatePem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: MODULUS_BITS }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

export type PublicJwk = Jwks['keys'][number];

/** The public half as the other services read it; `kid` is the key's thumbprint by RFC 7638. */
export const toPublicJwk = (key: KeyObject): PublicJwk => {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  return { kty: 'RSA', kid, alg: 'RS256', use: 'sig', n, e };
};
