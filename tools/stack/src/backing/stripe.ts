import { join } from 'node:path';
import { baseEnv, pick } from '../base-env.ts';
import { bundleProgram } from '../build/bundle.ts';
import { StackError } from '../machine/stack-error.mjs';
import { answersOverTcp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { repository } from '../repository.ts';
import { loadSecrets } from '../secrets.ts';
import type { BackingContext, BackingServer } from './context.ts';
import { createExternalServer } from './external-server.ts';

const PROGRAM = join(repository, 'tools/stripe-simulator');
const PASSED_ON = ['LOG_LEVEL', 'STRIPE_PUBLIC_URL', 'STRIPE_WEBHOOK_RETRY_SECONDS', 'STRIPE_WEBHOOK_TIMEOUT_SECONDS'];

/** The payment provider as orders sees it. `isSimulated` tells whether `url` is the simulator's. */
export type PaymentProvider = {
  url: string;
  isSimulated: boolean;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
};

/** Stripe itself where its key is in the environment, else the simulator, its payments kept in the stack's folder. */
export async function createPaymentProvider(input: {
  context: BackingContext;
  webhookUrl?: string;
}): Promise<BackingServer<PaymentProvider>> {
  const { context, webhookUrl } = input;
  if (context.env.STRIPE_SECRET_KEY) return ownAccount(context.env);

  const secrets = loadSecrets(context.dir);
  const port = context.port('stripe');
  const outFile = join(PROGRAM, 'dist/main.js');
  await bundleProgram({ entry: join(PROGRAM, 'src/main.ts'), outFile });
  const control = createProcessServer({
    name: 'The Stripe simulator',
    command: process.execPath,
    args: ['--enable-source-maps', outFile],
    env: {
      ...baseEnv(context.env),
      ...pick({ env: context.env, names: PASSED_ON }),
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
    isReady: () => answersOverTcp({ port, send: 'GET / HTTP/1.0\r\n\r\n', isAnswer: isHttp }),
    startWithinMs: 30_000,
    stopGraceMs: 10_000,
    endOrder: END_ORDER.backing,
    reaper: context.reaper,
  });
  const address: PaymentProvider = {
    url: `http://127.0.0.1:${port}`,
    isSimulated: true,
    secretKey: secrets.stripeSecretKey,
    publishableKey: secrets.stripePublishableKey,
    webhookSecret: secrets.stripeWebhookSecret,
  };
  return { address, control };
}

const isHttp = (answer: Buffer) => answer.toString('latin1').startsWith('HTTP/1.');

function ownAccount(env: NodeJS.ProcessEnv): BackingServer<PaymentProvider> {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = env;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    throw new StackError('With STRIPE_SECRET_KEY set, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set too.');
  }
  const address: PaymentProvider = {
    url: env.STRIPE_API_URL || 'https://api.stripe.com',
    isSimulated: false,
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
  };
  return { address, control: createExternalServer({ name: 'Stripe', variable: 'STRIPE_SECRET_KEY' }) };
}
