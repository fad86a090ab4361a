#!/usr/bin/env node
// Prints an environment file for docker-compose.yml with fresh secrets: node tools/compose-env.mjs [--demo] [--s3] [--tls] [--observe] > .env
// Appends what an older file lacks, and changes nothing else: node tools/compose-env.mjs --update .env
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Letters and digits only: some secrets are arguments of commands or parts of URLs, and the card simulator accepts no other keys. */
const secret = (bytes = 32) => randomBytes(bytes).toString('hex');

export const createSigningKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');
};

/** The servers of docker-compose.yml. Each is a profile, and has a user for each of these services. */
const SERVERS = {
  mongodb: ['catalog', 'orders', 'media', 'notify', 'identity'],
  redis: ['gateway', 'catalog', 'orders', 'media', 'identity'],
  rabbitmq: ['catalog', 'orders', 'media', 'notify', 'identity'],
};
const servicePasswords = () =>
  Object.fromEntries(
    Object.entries(SERVERS).flatMap(([server, services]) =>
      services.map((service) => [`${server}_PASSWORD_${service}`.toUpperCase(), secret()]),
    ),
  );

const SERVICES = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'];

/** A token for each service, with which it calls others, and the hashes by which they recognize it. */
const internalTokens = () => {
  const tokens = SERVICES.map((service) => ({ service, token: secret() }));
  const hash = (/** @type {string} */ token) => createHash('sha256').update(token).digest('hex');
  return {
    ...Object.fromEntries(tokens.map(({ service, token }) => [`INTERNAL_TOKEN_${service.toUpperCase()}`, token])),
    INTERNAL_CALLERS: tokens.map(({ service, token }) => `${service}=${hash(token)}`).join(),
  };
};

/** @param {string} signingKey */
const secrets = (signingKey) => ({
  ...internalTokens(),
  CODE_SECRET: secret(),
  SESSION_SIGNING_KEY: signingKey,
  MONGODB_PASSWORD: secret(),
  // The key of a replica set has 6 to 1,024 base64 characters.
  MONGODB_KEY: secret(96),
  REDIS_PASSWORD: secret(),
  RABBITMQ_PASSWORD: secret(),
  ...servicePasswords(),
  // At least 12 characters of all four character classes.
  ADMIN_PASSWORD: `${secret(12)}-aA1`,
});

/** The store of profile s3; media creates the bucket when it starts. */
const store = () => ({
  S3_ENDPOINT: 'http://s3:7070',
  S3_BUCKET: 'stagereel-media',
  S3_ACCESS_KEY_ID: secret(10),
  S3_SECRET_ACCESS_KEY: secret(),
});

/**
 * Another setting, read by Compose: so a port is changed in one place.
 * @param {string} name
 * @param {number} fallback
 */
const setting = (name, fallback) => `\${${name}:-${fallback}}`;

/** @param {boolean} isTls */
const demo = (isTls) => ({
  NODE_ENV: 'development',
  PUBLIC_URL: isTls ? `https://localhost:${setting('HTTPS_PORT', 443)}` : `http://localhost:${setting('PORT', 3000)}`,
  ADMIN_EMAIL: 'admin@stagereel.example',
  MAIL_FROM: 'StageReel <no-reply@stagereel.example>',
  SMTP_URL: 'smtp://mailbox:1025',
  STRIPE_SECRET_KEY: `sk_test_${secret(18)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${secret(18)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${secret(24)}`,
  STRIPE_API_URL: 'http://stripe-simulator:8080',
  STRIPE_PUBLIC_URL: `http://localhost:${setting('STRIPE_SIMULATOR_PORT', 4242)}`,
});

const unset = {
  PUBLIC_URL: '',
  ADMIN_EMAIL: '',
  MAIL_FROM: '',
  SMTP_URL: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_PUBLISHABLE_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
};

/** If they are empty, the shop names an example seller, and the back office shows a warning. */
const seller = {
  SELLER_NAME: '',
  SELLER_REPRESENTATIVE: '',
  SELLER_ADDRESS: '',
  SELLER_PHONE: '',
  SELLER_EMAIL: '',
  INVOICE_REGISTRATION_NUMBER: '',
};

/**
 * Compose replaces settings in double quotes only.
 * @param {[string, string]} setting
 */
const line = ([name, value]) => (value.includes('$') ? `${name}="${value}"` : `${name}='${value}'`);
/** @param {Record<string, string>} values */
const lines = (values) => Object.entries(values).map(line);

/**
 * The text of an environment file.
 * @param {{ isDemo?: boolean, hasStore?: boolean, isTls?: boolean, isObserved?: boolean, signingKey?: string }} options
 */
export const composeEnv = ({ isDemo = false, hasStore = false, isTls = false, isObserved = false, signingKey = createSigningKey() }) => {
  const optional = Object.entries({ demo: isDemo, s3: hasStore, tls: isTls, observe: isObserved }).flatMap(([name, isOn]) =>
    isOn ? [name] : [],
  );
  return [
    ...lines({ COMPOSE_PROFILES: [...Object.keys(SERVERS), ...optional].join(',') }),
    // Behind the proxy, each gateway gets a free port of the host, for checks.
    ...lines({ PORT: isTls ? '0' : '3000' }),
    ...lines(secrets(signingKey)),
    ...(hasStore ? lines(store()) : []),
    ...(isDemo ? [] : ['# Fill these in; the shop does not start without them.']),
    ...lines(isDemo ? demo(isTls) : unset),
    '# The seller, for the legal notice and receipts. The registration number is T and 13 digits; empty means that there is none.',
    ...lines(seller),
  ].join('\n');
};

/**
 * The lines that an older file lacks. Before each server was a profile, its lines named none of them: the last line with a name counts.
 * @param {{ text: string, signingKey?: string }} options
 */
export const missingLines = ({ text, ...options }) => {
  const present = new Map([...text.matchAll(/^(\w+)=['"]?(.*?)['"]?$/gm)].map(([, name, value]) => [name, value]));
  const profiles = (present.get('COMPOSE_PROFILES') ?? '').split(',').filter((name) => name !== '');
  const [isDemo, hasStore, isTls] = ['demo', 's3', 'tls'].map((name) => profiles.includes(name));
  const isSet = (/** @type {string} */ name) => present.has(name) || present.has(`${name}_FILE`);
  const generated = composeEnv({ isDemo, hasStore, isTls, ...options })
    .split('\n')
    .flatMap((each) => (/^(\w+)=/.test(each) ? [{ line: each, name: each.slice(0, each.indexOf('=')) }] : []))
    .filter(({ name }) => name !== 'COMPOSE_PROFILES');
  // The tokens and the list of their hashes belong together, so one that is missing replaces all. The last line with a name counts.
  const hasTokens = generated.every(({ name }) => !name.startsWith('INTERNAL_') || isSet(name));
  const missing = generated.flatMap(({ line: created, name }) => {
    if (!hasTokens && name.startsWith('INTERNAL_')) return [created];
    if (present.has(name)) return [];
    // The secret is in a file. Compose still wants to see the name.
    return isSet(name) ? [`${name}=''`] : [created];
  });
  if (present.has('MONGODB_PASSWORD_ORDERS')) return missing;
  return [...missing, ...lines({ COMPOSE_PROFILES: [...new Set([...Object.keys(SERVERS), ...profiles])].join(',') })];
};

/** @param {string} file */
const update = (file) => {
  const text = readFileSync(file, 'utf8');
  const missing = missingLines({ text });
  if (missing.length > 0) appendFileSync(file, `${text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
  const names = missing.map((each) => each.split('=')[0]);
  console.log(names.length > 0 ? `Added to ${file}: ${names.join(', ')}` : `${file} has all settings.`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @param {string} option */
  const has = (option) => process.argv.includes(option);
  const [, file] = process.argv.slice(process.argv.indexOf('--update'));
  if (!has('--update')) {
    console.log(composeEnv({ isDemo: has('--demo'), hasStore: has('--s3'), isTls: has('--tls'), isObserved: has('--observe') }));
  } else if (file) update(file);
  else {
    console.error('Name the file: node tools/compose-env.mjs --update .env');
    process.exitCode = 1;
  }
}
