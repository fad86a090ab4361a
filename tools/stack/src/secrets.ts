import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byService, type ServiceName, serviceNames } from './services/service-names.ts';

/** Generated at a stack's first start and kept, so that sessions, links and payments survive a restart. */
export type StackSecrets = {
  /** The token of each service for requests to others. */
  internalTokens: Record<ServiceName, string>;
  codeSecret: string;
  /** A private key of P-256: its PEM in base64, which fits into one line of an environment file. */
  sessionSigningKey: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
  adminPassword: string;
};

/** Reads the folder's `secrets.json`, which only its owner can read, and adds missing secrets. */
export function loadSecrets(dir: string): StackSecrets {
  const file = join(dir, 'secrets.json');
  const kept: Partial<StackSecrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets: StackSecrets = {
    internalTokens: byService((name) => kept.internalTokens?.[name] ?? randomText(32)),
    codeSecret: kept.codeSecret ?? randomText(32),
    sessionSigningKey: kept.sessionSigningKey ?? newSigningKey(),
    stripeSecretKey: kept.stripeSecretKey ?? `sk_test_${randomHex()}`,
    stripePublishableKey: kept.stripePublishableKey ?? `pk_test_${randomHex()}`,
    stripeWebhookSecret: kept.stripeWebhookSecret ?? `whsec_${randomHex()}`,
    adminPassword: kept.adminPassword ?? newPassword(),
  };
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

/** The secrets of the stack in `dir`; empty if there is no stack. */
export function readSecrets(dir: string): Partial<StackSecrets> {
  try {
    return JSON.parse(readFileSync(join(dir, 'secrets.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** The token with which a service of the stack in `dir` calls the others; undefined if there is no stack. */
export const readInternalToken = ({ dir, service }: { dir: string; service: ServiceName }): string | undefined =>
  readSecrets(dir).internalTokens?.[service];

/** INTERNAL_CALLERS of every service: the hash of each one's token. */
export function internalCallers({ internalTokens }: StackSecrets): string {
  return serviceNames.map((name) => `${name}=${createHash('sha256').update(internalTokens[name]).digest('hex')}`).join();
}

const randomText = (bytes: number) => randomBytes(bytes).toString('base64url');
const randomHex = () => randomBytes(16).toString('hex');

/** Three groups that are easy to read and type, and a suffix with the character classes that they may lack. */
function newPassword(): string {
  const groups = randomHex().slice(0, 12).match(/.{4}/g) ?? [];
  return `${groups.join('-')}-Sr7!`;
}

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');
}
