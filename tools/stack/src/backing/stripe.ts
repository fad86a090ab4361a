import { join } from 'node:path';
import { baseEnv, pick } from '../base-env.ts';
import { StackError } from '../machine/stack-error.mjs';
import { respondsOverTcp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { createExternalServer } from '../processes/server-control.ts';
import { repository } from '../repository.ts';
import { loadSecrets } from '../secrets.ts';
import type { BackingContext, BackingServer } from './context.ts';

const PROGRAM = join(repository, 'tools/stripe-simulator/dist/main.js');
const INHERITED_BY_SIMULATOR = ['LOG_LEVEL', 'STRIPE_PUBLIC_URL', 'STRIPE_WEBHOOK_RETRY_SECONDS', 'STRIPE_WEBHOOK_TIMEOUT_SECONDS'];

/** The address and keys of Stripe or of the simulator. `isSimulated`: whether `url` is the simulator's. */
export type StripeConnection = {
  url: string;
  isSimulated: boolean;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
};

/** Uses Stripe itself if the environment has its key. Otherwise starts the built simulator, which keeps its payments in the stack's folder. */
export function createStripe(input: { context: BackingContext; webhookUrl?: string }): BackingServer<StripeConnection> {
  const { context, webhookUrl } = input;
  if (context.env.STRIPE_SECRET_KEY) return stripeAccount(context.env);

  const secrets = loadSecrets(context.dir);
  const port = context.port('stripe');
  const control = createProcessServer({
    name: 'The Stripe simulator',
    command: process.execPath,
    args: ['--enable-source-maps', PROGRAM],
    env: {
      ...baseEnv(context.env),
      ...pick({ env: context.env, names: INHERITED_BY_SIMULATOR }),
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(context.dir, 'stripe'),
      STRIPE_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      ...(webhookUrl && { STRIPE_WEBHOOK_URL: webhookUrl }),
    },
    cwd: context.dir,
    logFile: join(context.dir, 'logs/stripe.log'),
    ports: [port],
    isReady: () => respondsOverTcp({ port, send: 'GET / HTTP/1.0\r\n\r\n', isExpected: isHttp }),
    startTimeoutMs: 30_000,
    stopGraceMs: 10_000,
    endOrder: END_ORDER.backing,
    reaper: context.reaper,
  });
  const address: StripeConnection = {
    url: `http://127.0.0.1:${port}`,
    isSimulated: true,
    secretKey: secrets.stripeSecretKey,
    publishableKey: secrets.stripePublishableKey,
    webhookSecret: secrets.stripeWebhookSecret,
  };
  return { address, control };
}

const isHttp = (reply: Buffer) => reply.toString('latin1').startsWith('HTTP/1.');

function stripeAccount(env: NodeJS.ProcessEnv): BackingServer<StripeConnection> {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = env;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    throw new StackError('With STRIPE_SECRET_KEY set, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set too.');
  }
  const address: StripeConnection = {
    url: env.STRIPE_API_URL || 'https://api.stripe.com',
    isSimulated: false,
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
  };
  return { address, control: createExternalServer({ name: 'Stripe', variable: 'STRIPE_SECRET_KEY' }) };
}
