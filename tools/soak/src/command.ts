import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { MediaSoakPlan } from './media/soak-media.ts';

export const USAGE = `Usage:
  npm run soak -- media    a large upload with cut connections and kills of media and the gateway, then many uploads at once

  --seed TEXT              repeats a run: file contents and faults (random by default)
  --size-mib 2048          size of the interrupted file
  --cuts 100               how many connections are cut
  --kills 20               how often media is killed
  --gateway-kills 5        how often the gateway is killed
  --uploads 20             uploads at once, of --upload-mib 64 each
  --minutes 30             time limit of the run

It runs a shop of its own in a temporary folder (TMPDIR), which needs disk space for the files.
The exit code is 1 when a promise does not hold.`;

export type Command = { name: 'help' } | { name: 'media'; plan: MediaSoakPlan; minutes: number };

/** Its message is shown to the operator without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Shorter than an admin's session, which expires after an hour. */
const MAX_MINUTES = 55;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  seed: { type: 'string' },
  'size-mib': { type: 'string', default: '2048' },
  cuts: { type: 'string', default: '100' },
  kills: { type: 'string', default: '20' },
  'gateway-kills': { type: 'string', default: '5' },
  uploads: { type: 'string', default: '20' },
  'upload-mib': { type: 'string', default: '64' },
  minutes: { type: 'string', default: '30' },
} as const;

const readArgs = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
};

/** @throws UsageError for unknown arguments and invalid numbers */
export const parseCommand = (args: string[]): Command => {
  const { values, positionals } = readArgs(args);
  if (values.help || positionals[0] === 'help') return { name: 'help' };
  if (positionals.join() !== 'media') throw new UsageError(USAGE);

  const count = (name: Exclude<keyof typeof OPTIONS, 'help' | 'seed'>, { from, to }: { from: number; to: number }): number => {
    const number = Number(values[name]);
    if (Number.isInteger(number) && number >= from && number <= to) return number;
    throw new UsageError(`--${name} must be a whole number from ${from} to ${to}, not ${values[name]}.`);
  };
  return {
    name: 'media',
    minutes: count('minutes', { from: 1, to: MAX_MINUTES }),
    plan: {
      seed: values.seed ?? randomBytes(4).toString('hex'),
      sizeMib: count('size-mib', { from: 1, to: 50_000 }),
      cuts: count('cuts', { from: 0, to: 10_000 }),
      kills: { media: count('kills', { from: 0, to: 1000 }), gateway: count('gateway-kills', { from: 0, to: 1000 }) },
      uploads: count('uploads', { from: 1, to: 200 }),
      uploadMib: count('upload-mib', { from: 1, to: 10_000 }),
    },
  };
};
