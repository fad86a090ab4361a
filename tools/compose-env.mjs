#!/usr/bin/env node
// Prints an environment file for docker-compose.yml with fresh secrets: node tools/compose-env.mjs [--demo] [--s3] > .env
import { generateKeyPairSync, randomBytes } from 'node:crypto';

const isDemo = process.argv.includes('--demo');
const hasStore = process.argv.includes('--s3');
const secret = (bytes = 32) => randomBytes(bytes).toString('base64url');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
const signingKey = Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');

const secrets = {
  INTERNAL_TOKEN: secret(),
  CODE_SECRET: secret(),
  SESSION_SIGNING_KEY: signingKey,
  MONGODB_PASSWORD: secret(),
  // The key of a replica set has 6 to 1,024 base64 characters.
  MONGODB_KEY: randomBytes(96).toString('base64'),
  REDIS_PASSWORD: secret(),
  RABBITMQ_PASSWORD: secret(),
  // At least 12 characters of all four character classes.
  ADMIN_PASSWORD: `${secret(15)}-aA1`,
};

/** The store of profile s3; media creates the bucket when it starts. */
const store = {
  MEDIA_DRIVER: 's3',
  S3_ENDPOINT: 'http://s3:7070',
  S3_BUCKET: 'stagereel-media',
  S3_ACCESS_KEY_ID: secret(15),
  S3_SECRET_ACCESS_KEY: secret(),
};

const profiles = [...(isDemo ? ['demo'] : []), ...(hasStore ? ['s3'] : [])];

const demo = {
  NODE_ENV: 'development',
  PUBLIC_URL: 'http://localhost:3000',
  ADMIN_EMAIL: 'admin@stagereel.example',
  MAIL_FROM: 'StageReel <no-reply@stagereel.example>',
  SMTP_URL: 'smtp://mailbox:1025',
  STRIPE_SECRET_KEY: `sk_test_${secret(18)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${secret(18)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${secret(24)}`,
  STRIPE_API_URL: 'http://stripe-simulator:8080',
  STRIPE_PUBLIC_URL: 'http://localhost:4242',
};

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

const lines = (values) => Object.entries(values).map(([name, value]) => `${name}='${value}'`);
console.log(
  [
    ...(profiles.length > 0 ? lines({ COMPOSE_PROFILES: profiles.join(',') }) : []),
    ...lines(secrets),
    ...(hasStore ? lines(store) : []),
    ...(isDemo ? [] : ['# Fill these in; the shop does not start without them.']),
    ...lines(isDemo ? demo : unset),
    '# The seller, for the legal notice and receipts. The registration number is T and 13 digits; empty means that there is none.',
    ...lines(seller),
  ].join('\n'),
);
