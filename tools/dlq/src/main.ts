import { runDeadLettersProcess, UsageError } from '@stagereel/service-kit';
import { readStackInfo } from '@stagereel/stack';

await runDeadLettersProcess({
  command: 'npm run dlq --',
  settings: `The broker is RABBITMQ_URL, or else the one of the stack that runs in STACK_DIR (.stack by default).
NAMESPACE names the exchange and queues (stagereel by default).`,
  findBroker: (env) => {
    const dir = env['STACK_DIR'] || '.stack';
    const url = env['RABBITMQ_URL'] || readStackInfo(dir)?.rabbitmq;
    if (!url) throw new UsageError(`No broker is known: set RABBITMQ_URL, or start the stack first (no stack.json in ${dir}).`);
    return { url, namespace: env['NAMESPACE'] || 'stagereel' };
  },
});
