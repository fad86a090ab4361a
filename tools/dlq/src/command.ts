import { parseArgs } from 'node:util';
import { readStackInfo } from '@stagereel/stack';

export const USAGE = `Usage:
  npm run dlq -- list                  list the messages that no consumer could handle
  npm run dlq -- replay                put all of them back into their queues
  npm run dlq -- replay <message id>   put one of them back

The broker is RABBITMQ_URL, or else the one of the stack that runs in STACK_DIR (.stack by default).
EVENT_NAMESPACE names the exchange and queues (stagereel by default).`;

type Broker = { url: string; namespace: string };
export type Command = { name: 'help' } | { name: 'list'; broker: Broker } | { name: 'replay'; broker: Broker; messageId?: string };

/** Its message is shown to the operator without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const findBroker = (env: NodeJS.ProcessEnv): Broker => {
  const dir = env['STACK_DIR'] || '.stack';
  const url = env['RABBITMQ_URL'] || readStackInfo(dir)?.rabbitmq;
  if (!url) throw new UsageError(`No broker is known: set RABBITMQ_URL, or start the stack first (no stack.json in ${dir}).`);
  return { url, namespace: env['EVENT_NAMESPACE'] || 'stagereel' };
};

const readArgs = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
};

/** @throws UsageError for unknown arguments, and when no broker is known */
export const parseCommand = ({ args, env }: { args: string[]; env: NodeJS.ProcessEnv }): Command => {
  const { values, positionals } = readArgs(args);
  const [name, messageId, ...others] = positionals;
  if (values.help || name === 'help') return { name: 'help' };
  if (name === 'list' && messageId === undefined) return { name: 'list', broker: findBroker(env) };
  if (name === 'replay' && others.length === 0) {
    return { name: 'replay', broker: findBroker(env), ...(messageId === undefined ? {} : { messageId }) };
  }
  throw new UsageError(USAGE);
};
