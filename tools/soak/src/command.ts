import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { ChaosPlan } from './chaos/run-chaos.ts';
import type { MediaSoakPlan } from './media/soak-media.ts';

export const USAGE = `Usage:
  npm run soak -- media    a large upload with cut connections and kills of media and the gateway, then many uploads at once
  npm run chaos            purchases while the connections to each server are disturbed, and while services are killed

Both:
  --seed TEXT              repeats a run: file contents and faults (random by default)
  --minutes 30             time limit of the run

media:
  --size-mib 2048          size of the interrupted file
  --cuts 100               how many connections are cut
  --kills 20               how often media is killed
  --gateway-kills 5        how often the gateway is killed
  --uploads 20             uploads at once, of --upload-mib 64 each

chaos:
  --orders 200             how many purchases are begun, spread over the run
  --kills 20               how often a service is killed
  --fault-seconds 15       length of a fault
  --cut-seconds 60         length of a fault in which a server cannot be reached
  --report FILE            where the report is written (chaos-report.md)

It runs a shop of its own in a temporary folder (TMPDIR), which needs disk space for the files.
The exit code is 1 when a promise does not hold.`;

export type Command =
  | { name: 'help' }
  | { name: 'media'; plan: MediaSoakPlan; minutes: number }
  | { name: 'chaos'; plan: ChaosPlan; minutes: number; report: string };

/** Its message is shown to the operator without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Shorter than an admin's session, which expires after an hour. */
const MAX_MINUTES = 55;

const COMMON_OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  seed: { type: 'string' },
  minutes: { type: 'string', default: '30' },
  kills: { type: 'string', default: '20' },
} as const;
const OPTIONS = {
  media: {
    ...COMMON_OPTIONS,
    'size-mib': { type: 'string', default: '2048' },
    cuts: { type: 'string', default: '100' },
    'gateway-kills': { type: 'string', default: '5' },
    uploads: { type: 'string', default: '20' },
    'upload-mib': { type: 'string', default: '64' },
  },
  chaos: {
    ...COMMON_OPTIONS,
    orders: { type: 'string', default: '200' },
    'fault-seconds': { type: 'string', default: '15' },
    'cut-seconds': { type: 'string', default: '60' },
    report: { type: 'string', default: 'chaos-report.md' },
  },
} as const;

const readArgs = (name: keyof typeof OPTIONS, args: string[]) => {
  try {
    const { values } = parseArgs({ args, options: OPTIONS[name] });
    return values as Record<string, string | boolean | undefined>;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
};

/** @throws UsageError for unknown arguments and invalid numbers */
export const parseCommand = ([name = '', ...args]: string[]): Command => {
  if (['help', '--help', '-h'].includes(name)) return { name: 'help' };
  if (name !== 'media' && name !== 'chaos') throw new UsageError(USAGE);
  const values = readArgs(name, args);
  if (values['help']) return { name: 'help' };

  const count = (option: string, { from, to }: { from: number; to: number }): number => {
    const number = Number(values[option]);
    if (Number.isInteger(number) && number >= from && number <= to) return number;
    throw new UsageError(`--${option} must be a whole number from ${from} to ${to}, not ${values[option]}.`);
  };
  const seed = typeof values['seed'] === 'string' ? values['seed'] : randomBytes(4).toString('hex');
  const minutes = count('minutes', { from: 1, to: MAX_MINUTES });
  const kills = count('kills', { from: 0, to: 1000 });
  if (name === 'chaos') {
    return {
      name,
      minutes,
      report: String(values['report']),
      plan: {
        seed,
        kills,
        orders: count('orders', { from: 1, to: 20_000 }),
        faultSeconds: count('fault-seconds', { from: 1, to: 600 }),
        cutSeconds: count('cut-seconds', { from: 1, to: 600 }),
      },
    };
  }
  return {
    name,
    minutes,
    plan: {
      seed,
      sizeMib: count('size-mib', { from: 1, to: 50_000 }),
      cuts: count('cuts', { from: 0, to: 10_000 }),
      kills: { media: kills, gateway: count('gateway-kills', { from: 0, to: 1000 }) },
      uploads: count('uploads', { from: 1, to: 200 }),
      uploadMib: count('upload-mib', { from: 1, to: 10_000 }),
    },
  };
};
