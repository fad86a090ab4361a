import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildSimulator, readSecrets, readStackInfo, startBacking } from '@stagereel/stack';
import { runCommand } from './command.ts';

const args = process.argv.slice(2);
const dir = process.env['STACK_DIR'] || '.stack';
const media = process.env['MEDIA_DIR'] || join(dir, 'media');
const output = { log: console.log, logError: console.error };

type Servers = { mongodb: string; redis: string; rabbitmq: string; stripeUrl: string };
const run = ({ mongodb, redis, rabbitmq, stripeUrl }: Servers): Promise<0 | 1> => {
  const key = readSecrets(dir).stripeSecretKey;
  const stripe = stripeUrl ? { STRIPE_API_URL: stripeUrl, ...(key && { STRIPE_SECRET_KEY: key }) } : {};
  const found = { MONGODB_URL: mongodb, REDIS_URL: redis, RABBITMQ_URL: rabbitmq, MEDIA_DIR: media, ...stripe };
  return runCommand({ args, env: { ...found, ...process.env }, ...output });
};

/** A stack that does not run has its data in its folder: its servers run only as long as this command. */
const runOnStoppedStack = async (): Promise<0 | 1> => {
  const backing = await startBacking({ dir, need: ['mongodb', 'redis', 'rabbitmq', 'stripe'], build: buildSimulator, log: console.log });
  try {
    return await run({ ...backing, stripeUrl: backing.stripe.isSimulated ? backing.stripe.url : '' });
  } finally {
    await backing.stop();
  }
};

const stack = readStackInfo(dir);
const needsServers = !process.env['MONGODB_URL'] && !args.includes('--help') && !args.includes('--verify');
if (stack) process.exitCode = await run({ ...stack, stripeUrl: stack.stripe });
else if (needsServers && (args[0] === 'restore' || existsSync(dir))) process.exitCode = await runOnStoppedStack();
else process.exitCode = await runCommand({ args, env: process.env, ...output });
