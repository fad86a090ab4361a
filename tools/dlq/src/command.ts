import { parseArgs } from 'node:util';
import { readStackInfo } from '@stagereel/stack';

export const USAGE = `Usage:
  npm run dlq -- list                  show every message no consumer could handle
  npm run dlq -- replay                put all of them back into their queues
  npm run dlq -- replay <message id>   put one of them back

The broker is RABBITMQ_URL, else that of the stack running in STACK_DIR (.stack by default).
EVENT_NAMESPACE names the exchange and queues (stagereel by default).`;

type Broker = { url: string; namespace: string };
export type Command = { name: 'help' } | { name: 'list'; broker: Broker } | { name: 'replay'; broker: Broker; messageId?: string };

/** What the operator is told instead of a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const findBroker = (env: NodeJS.ProcessEnv): Broker => {
  const dir = env['STACK_DIR'] || '.stack';
  const url = env['RABBITMQ_URL'] || readStackInfo(dir)?.rabbitmq;
  if (!url) throw new UsageError(`No broker: set RABBITMQ_URL, or start the stack first (no stack.json in ${dir}).`);
  return { url, namespace: env['EVENT_NAMESPACE'] || 'stagereel' };
};

const readArgs = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
};

/** @throws UsageError for words it does not know, and when there is no broker to ask */
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
