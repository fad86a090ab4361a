import { listDeadLetters, replayDeadLetters } from '@stagereel/service-kit';
import { type Command, parseCommand, USAGE, UsageError } from './command.ts';
import { deadLetterTable } from './dead-letter-table.ts';

/** Looks at messages no consumer could handle, and gives them back: `npm run dlq -- --help`. */
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

try {
  const command = parseCommand({ args: process.argv.slice(2), env: process.env });
  process.stdout.write(`${await run(command)}\n`);
} catch (error) {
  const text = error instanceof UsageError ? error.message : `The broker could not be asked. ${String(error)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
