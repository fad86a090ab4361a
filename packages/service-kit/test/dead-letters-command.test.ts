import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { connectMessaging, createLogger, type Messaging, runDeadLettersProcess } from '../src/index.ts';
import { type EventProbe, startEventProbe, testBacking, waitUntil } from '../src/testing/index.ts';

const backing = testBacking();
const logger = createLogger({ service: 'test', level: backing.LOG_LEVEL });

let probe: EventProbe;
let messaging: Messaging;
beforeAll(async () => {
  messaging = await connectMessaging({ config: backing, logger });
  probe = await startEventProbe(backing);
});
const { argv } = process;
afterEach(() => {
  process.argv = argv;
  // The command sets the status of this process.
  process.exitCode = undefined;
});
afterAll(async () => {
  await messaging?.stop();
  await probe?.stop();
});

/** Runs the command in this process. */
const run = async (...args: string[]): Promise<{ status: unknown; output: string }> => {
  const written: string[] = [];
  const write = (text: unknown): boolean => written.push(String(text)) > 0;
  const spies = [jest.spyOn(process.stdout, 'write'), jest.spyOn(process.stderr, 'write')];
  for (const spy of spies) spy.mockImplementation(write);
  process.argv = ['node', 'dlq', ...args];
  const findBroker = () => ({ url: backing.RABBITMQ_URL, namespace: backing.NAMESPACE });
  await runDeadLettersProcess({ command: 'dlq', settings: 'The settings', findBroker });
  for (const spy of spies) spy.mockRestore();
  return { status: process.exitCode, output: written.join('') };
};

test.each([['help'], ['--help']])('when an operator asks for %s, then the usage is printed', async (argument) => {
  expect(await run(argument)).toEqual({ status: 0, output: expect.stringContaining('Usage:') });
});

test.each([[['list', 'id']], [['replay', 'id', 'another']], [['remove']], [['--all']], [[]]])(
  'when the arguments are %j, then the usage is printed and nothing is done',
  async (args) => {
    expect(await run(...args)).toEqual({ status: 1, output: expect.stringContaining('Usage:') });
  },
);

test('when there are no dead letters, then the list says so, all of them are replayed, and one of them is not found', async () => {
  expect(await run('list')).toEqual({ status: 0, output: 'No dead letters.\n' });
  expect(await run('replay')).toEqual({ status: 0, output: '0 messages are back in their queues.\n' });
  expect(await run('replay', 'id')).toEqual({ status: 1, output: 'No dead letter has the message id id.\n' });
});

test('when a message could not be handled, then it is listed, and it is replayed by its id', async () => {
  await messaging.consume([{ service: 'orders', queue: 'mails', handlers: [], retryDelaysMs: [] }]);
  await probe.publishRaw('mail.sent', '{}');
  await waitUntil(async () => (await probe.deadLetters('orders.mails')) === 1);
  const { status, output } = await run('list');
  const [, row = ''] = output.split('\n');
  expect([status, output]).toEqual([0, expect.stringContaining('1 dead letter')]);
  expect(row).toContain(`${backing.NAMESPACE}.orders.mails`);
  expect(await run('replay', row.split(' ', 1)[0] ?? '')).toEqual({ status: 0, output: '1 message is back in its queue.\n' });
});
