import { type DeadLetter, listDeadLetters, replayDeadLetters } from '@stagereel/service-kit';
import { type Command, parseCommand, USAGE, UsageError } from './command.ts';

/** Lists messages that no consumer could handle, and puts them back into their queues: `npm run dlq -- --help`. */
const run = async (command: Command): Promise<string> => {
  switch (command.name) {
    case 'help':
      return USAGE;
    case 'list':
      return deadLetterTable(await listDeadLetters(command.broker));
    case 'replay': {
      const { broker, messageId } = command;
      const count = await replayDeadLetters({ ...broker, ...(messageId === undefined ? {} : { messageId }) });
      if (count === 0 && messageId !== undefined) throw new UsageError(`No dead letter has the message id ${messageId}.`);
      return count === 1 ? '1 message is back in its queue.' : `${count} messages are back in their queues.`;
    }
  }
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

try {
  const command = parseCommand({ args: process.argv.slice(2), env: process.env });
  process.stdout.write(`${await run(command)}\n`);
} catch (error) {
  const text = error instanceof UsageError ? error.message : `The broker cannot be reached. ${String(error)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
