import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEMO_CUSTOMER, seed as seedShop } from '@stagereel/seed';
import { openAdmin, openBrowser, openMailbox } from '@stagereel/shop-client';
import { buildAll, HIGH_LIMITS, type Stack, StackError, withTemporaryStack } from '@stagereel/stack';
import { FuzzError, type FuzzPlan, installSchemathesis, runSchemathesis } from './schemathesis.ts';

/** Sends many generated requests to a shop of its own and compares the responses with the published API description. */
const USAGE = `Usage: npm run fuzz
  --seed NUMBER    repeats a run (random by default)
  --examples 50    requests per operation and caller, beside those at the limits of each rule
  --minutes 6      time for all three callers: nobody, a customer, an admin

The exit code is 1 when a response differs from the API description. Needs Python 3.10 or later.`;

const SEEDS = 2 ** 31;
const CALLERS = 3;

const log = (line: string): void => console.log(`  ${line}`);
const isForUser = (error: unknown): error is Error => error instanceof FuzzError || error instanceof StackError;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const countOf = (text: string, name: string): number => {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new FuzzError(`--${name} must be a whole number above 0, not ${text}.\n\n${USAGE}`);
};

/** @throws FuzzError for unknown arguments and invalid numbers */
const parsePlan = (args: string[]): FuzzPlan => {
  try {
    const options = {
      seed: { type: 'string' },
      examples: { type: 'string', default: '50' },
      minutes: { type: 'string', default: '6' },
    } as const;
    const { values } = parseArgs({ args, options });
    return {
      seed: values.seed === undefined ? randomInt(1, SEEDS) : countOf(values.seed, 'seed'),
      examples: countOf(values.examples, 'examples'),
      seconds: Math.ceil((countOf(values.minutes, 'minutes') * 60) / CALLERS),
    };
  } catch (error) {
    if (error instanceof FuzzError) throw error;
    throw new FuzzError(USAGE);
  }
};

const cookiesOf = async ({ info: { gateway, mailbox, admin: credentials } }: Stack): Promise<Record<string, string>> => {
  const admin = openAdmin({ gateway, mailbox: openMailbox(mailbox) });
  await admin.signIn(credentials);
  const customer = openBrowser(gateway);
  const { email, password } = DEMO_CUSTOMER;
  await customer.call({ method: 'POST', path: '/api/login', body: { email, password } });
  return { nobody: '', customer: customer.cookies(), admin: admin.cookies() };
};

const fuzz = async (plan: FuzzPlan): Promise<boolean> => {
  await installSchemathesis(log);
  return withTemporaryStack({ env: HIGH_LIMITS, log, build: buildAll }, async (stack) => {
    const { gateway, mailbox, admin } = stack.info;
    await seedShop({ gateway, mailbox, admin });
    let isAsDescribed = true;
    for (const [caller, cookie] of Object.entries(await cookiesOf(stack))) {
      console.log(`\nas ${caller}, seed ${plan.seed}`);
      const holds = await runSchemathesis({ ...plan, gateway, cookie, signal: stopping.signal });
      isAsDescribed &&= holds;
    }
    return isAsDescribed;
  });
};

try {
  process.exitCode = (await fuzz(parsePlan(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  if (stopping.signal.aborted) console.error('Stopped.');
  else console.error(isForUser(error) ? error.message : error);
  process.exitCode = 1;
}
