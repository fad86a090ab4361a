import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run rehearsal -- [options]

Plays the life of a contest: roster, uploads, publication, the rush, bulk delivery, downloads and refunds. Then it verifies that money,
orders, mails and downloads agree, and writes a report. The exit code is 1 when something does not agree.

  --contest 2000     how many athletes the contest has (20 to 4000)
  --buyers 1500      how many visitors buy (5 to 20000); others only look or abandon their cart
  --minutes 5        the length of the rush (0.2 to 40); pauses of visitors are shorter in a rush of less than 5 minutes
  --uploads 200      how many finished videos are uploaded and downloaded (0 to 5000); the others are delivered as links
  --seed TEXT        repeats a run: visitors, times, cards, cuts (random by default)
  --report FILE      where the report is written (rehearsal-report.md)
  --faults           disturbs the connections to each server in five ways during the rush, one after the other: a delay of 3 s, resets, silence,
                     1 kB/s, and a cut. The longest faults take 10 s, cuts 60 s, in a rush of at least 11 minutes. After each, a whole purchase
                     must succeed within 30 s. Needs toxiproxy-server on PATH, or Go to build it; for its own shop only
  --kills 0          how many times a service is killed and started again during the rush (0 to 100); for its own shop only

Without addresses it starts a shop of its own in a temporary folder (TMPDIR), with the ordinary limits. For a staging shop:
  --shop URL --mailbox URL --stripe URL
                     the shop, the mailbox (maildev) that receives all its mails, and its card simulator
  --metrics orders-1=URL,orders-2=URL,gateway=URL
                     the addresses of /metrics of its processes, each with a name: then the report says which limits first
  The environment then has ADMIN_EMAIL, ADMIN_PASSWORD and STRIPE_SECRET_KEY. The shop must trust this machine as a proxy
  (TRUSTED_PROXIES), or all visitors share the limits of one address.`;

export type RehearsalPlan = {
  seed: string;
  athletes: number;
  buyers: number;
  minutes: number;
  uploads: number;
  hasFaults: boolean;
  kills: number;
};
/** After faults and kills, visitors and mails need more time. */
export const isDisturbed = ({ hasFaults, kills }: RehearsalPlan): boolean => hasFaults || kills > 0;

export type StagingShop = {
  gateway: string;
  mailbox: string;
  stripe: { url: string; secretKey: string };
  admin: { email: string; password: string };
  /** Addresses of `/metrics` by the name of the process. */
  metrics: Record<string, string>;
};
export type Command = { name: 'help' } | { name: 'rehearse'; plan: RehearsalPlan; report: string; staging: StagingShop | undefined };

/** Its message is shown to the operator without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  contest: { type: 'string', default: '2000' },
  buyers: { type: 'string', default: '1500' },
  minutes: { type: 'string', default: '5' },
  uploads: { type: 'string', default: '200' },
  seed: { type: 'string' },
  report: { type: 'string', default: 'rehearsal-report.md' },
  faults: { type: 'boolean', default: false },
  kills: { type: 'string', default: '0' },
  shop: { type: 'string' },
  mailbox: { type: 'string' },
  stripe: { type: 'string' },
  metrics: { type: 'string' },
} as const;

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
};
type Values = ReturnType<typeof parse>;

const readNumber = (
  values: Values,
  option: 'contest' | 'buyers' | 'minutes' | 'uploads' | 'kills',
  range: { from: number; to: number },
): number => {
  const number = Number(values[option]);
  const isWhole = option === 'minutes' || Number.isInteger(number);
  if (values[option].trim() !== '' && isWhole && number >= range.from && number <= range.to) return number;
  const kind = option === 'minutes' ? 'number' : 'whole number';
  throw new UsageError(`--${option} must be a ${kind} from ${range.from} to ${range.to}, not "${values[option]}".`);
};

const ADDRESSES = ['shop', 'mailbox', 'stripe'] as const;
const SECRETS = ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'STRIPE_SECRET_KEY'] as const;

const readUrl = (values: Values, option: (typeof ADDRESSES)[number]): string => {
  const text = values[option] ?? '';
  if (/^https?:/.test(text) && URL.canParse(text)) return text.replace(/\/$/, '');
  throw new UsageError(`--${option} must be an http or https address, not "${text}". A staging shop needs --shop, --mailbox and --stripe.`);
};

const readMetrics = ({ metrics = '' }: Values): Record<string, string> => {
  const entries = metrics.split(',').filter(Boolean);
  const pairs = entries.map((entry) => /^([^=]+)=(https?:.+)$/.exec(entry)?.slice(1) ?? []);
  if (pairs.every(([name, url = '']) => name && URL.canParse(url))) return Object.fromEntries(pairs);
  throw new UsageError(`--metrics must be NAME=URL for each process, separated by commas, not "${metrics}".`);
};

const readStaging = (values: Values, env: NodeJS.ProcessEnv): StagingShop | undefined => {
  if (ADDRESSES.every((option) => values[option] === undefined)) {
    if (values.metrics !== undefined) throw new UsageError('--metrics needs --shop: the load of its own shop is measured anyway.');
    return undefined;
  }
  if (values.faults) throw new UsageError('--faults disturbs the servers of its own shop, so it cannot be combined with --shop.');
  if (values.kills !== '0') throw new UsageError('--kills kills the services of its own shop, so it cannot be combined with --shop.');
  const [gateway, mailbox, url] = [readUrl(values, 'shop'), readUrl(values, 'mailbox'), readUrl(values, 'stripe')];
  const missing = SECRETS.filter((name) => !env[name]);
  if (missing.length > 0) throw new UsageError(`For a staging shop, the environment must have ${missing.join(' and ')}.`);
  return {
    gateway,
    mailbox,
    stripe: { url, secretKey: env['STRIPE_SECRET_KEY'] ?? '' },
    admin: { email: env['ADMIN_EMAIL'] ?? '', password: env['ADMIN_PASSWORD'] ?? '' },
    metrics: readMetrics(values),
  };
};

/** @throws UsageError for unknown arguments, invalid values and missing settings */
export const parseCommand = (args: string[], env: NodeJS.ProcessEnv): Command => {
  const values = parse(args);
  if (values.help) return { name: 'help' };
  return {
    name: 'rehearse',
    plan: {
      seed: values.seed ?? randomBytes(4).toString('hex'),
      athletes: readNumber(values, 'contest', { from: 20, to: 4000 }),
      buyers: readNumber(values, 'buyers', { from: 5, to: 20_000 }),
      minutes: readNumber(values, 'minutes', { from: 0.2, to: 40 }),
      uploads: readNumber(values, 'uploads', { from: 0, to: 5000 }),
      hasFaults: values.faults,
      kills: readNumber(values, 'kills', { from: 0, to: 100 }),
    },
    report: values.report,
    staging: readStaging(values, env),
  };
};
