import { parseArgs } from 'node:util';
import { type DeadLetter, listDeadLetters, replayDeadLetters } from './dead-letters.ts';

type Invocation = {
  /** The command line before the arguments, for the usage text. */
  command: string;
  /** Where the settings come from, for the usage text. */
  settings: string;
  /** @throws UsageError when no broker is known */
  findBroker: (env: NodeJS.ProcessEnv) => { url: string; namespace: string };
};

/** Its message is shown to the operator without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const usage = ({ command, settings }: Invocation): string => `Usage:
  ${command} list                  list the messages that no consumer could handle
  ${command} replay                put all of them back into their queues
  ${command} replay <message id>   put one of them back

${settings}`;

const readArgs = (invocation: Invocation) => {
  try {
    return parseArgs({ args: process.argv.slice(2), allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage(invocation)}`);
  }
};

const run = async (invocation: Invocation): Promise<string> => {
  const { values, positionals } = readArgs(invocation);
  const [name, messageId, ...others] = positionals;
  if (values.help || name === 'help') return usage(invocation);
  if (name === 'list' && messageId === undefined) return deadLetterTable(await listDeadLetters(invocation.findBroker(process.env)));
  if (name !== 'replay' || others.length > 0) throw new UsageError(usage(invocation));
  const broker = invocation.findBroker(process.env);
  const count = await replayDeadLetters({ ...broker, ...(messageId === undefined ? {} : { messageId }) });
  if (count === 0 && messageId !== undefined) throw new UsageError(`No dead letter has the message id ${messageId}.`);
  return count === 1 ? '1 message is back in its queue.' : `${count} messages are back in their queues.`;
};

const ERROR_WIDTH = 100;

/** The contents are not shown, because they may hold codes and customers' addresses. */
const COLUMNS: { title: string; of: (letter: DeadLetter) => string }[] = [
  { title: 'MESSAGE ID', of: ({ messageId }) => messageId },
  { title: 'QUEUE', of: ({ queue }) => queue },
  { title: 'EVENT', of: ({ type }) => type },
  { title: 'ATTEMPTS', of: ({ attempts }) => String(attempts) },
  { title: 'FAILED AT', of: ({ failedAt }) => failedAt },
  { title: 'ERROR', of: ({ error }) => error.replace(/\s+/g, ' ').slice(0, ERROR_WIDTH) },
];

const deadLetterTable = (letters: readonly DeadLetter[]): string => {
  if (letters.length === 0) return 'No dead letters.';
  const rows = [COLUMNS.map(({ title }) => title), ...letters.map((letter) => COLUMNS.map(({ of }) => of(letter) || '-'))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n\n${letters.length === 1 ? '1 dead letter' : `${letters.length} dead letters`}`;
};

/** Lists messages that no consumer could handle, or puts them back into their queues, with the arguments and output of this process. */
export const runDeadLettersProcess = async (invocation: Invocation): Promise<void> => {
  // Also when the process ends before the command.
  process.exitCode = 1;
  try {
    process.stdout.write(`${await run(invocation)}\n`);
    process.exitCode = 0;
  } catch (error) {
    const text = error instanceof UsageError ? error.message : `The broker cannot be reached. ${String(error)}`;
    process.stderr.write(`${text}\n`);
  }
};
