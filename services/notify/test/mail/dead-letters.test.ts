import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { codeEvent, paidEvent } from '../support/events.ts';
import { startEnvironment } from '../support/notify.ts';
import { startScriptedSmtp } from '../support/scripted-smtp.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tsx = fileURLToPath(import.meta.resolve('tsx'));

/** Each command starts a process, which takes seconds on a busy machine. */
const TIMEOUT_MS = 240_000;

const environment = useService(startEnvironment);
const smtp = useService(startScriptedSmtp);

beforeAll(async () => {
  await environment.start({ SMTP_URL: smtp.url, eventRetryMs: [50], codeRetryMs: [50] });
});
afterEach(() => smtp.setScript({}));

/** Runs the operator's command like `npm run dlq -- …`. */
const dlq = (args: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const { RABBITMQ_URL, NAMESPACE } = environment.backing;
    execFile(
      process.execPath,
      ['--import', tsx, 'tools/dlq/src/main.ts', ...args],
      { cwd: root, env: { ...process.env, NODE_OPTIONS: '', RABBITMQ_URL, NAMESPACE, ...env } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });

const failPermanently = async (event: EventEnvelope, queue: 'mails' | 'codes'): Promise<void> => {
  smtp.setScript({ message: () => '451 4.3.0 busy' });
  const before = await environment.probe.deadLetters(`notify.${queue}`);
  await environment.probe.publish(event);
  await waitUntil(async () => (await environment.probe.deadLetters(`notify.${queue}`)) === before + 1);
  smtp.setScript({});
};

test(
  'when a mail has failed permanently, then the operator sees the reason and can replay it by its id',
  async () => {
    const [event, other] = [paidEvent(), paidEvent()];
    await failPermanently(event, 'mails');
    await failPermanently(other, 'mails');

    const { code, out } = await dlq(['list']);
    expect(code).toBe(0);
    const [head, ...rows] = out.split('\n');
    expect(head).toMatch(/^MESSAGE ID +QUEUE +EVENT +ATTEMPTS +FAILED AT +ERROR$/);
    expect(rows.find((row) => row.startsWith(event.id))).toMatch(/notify\.mails +order\.paid +2 +\d{4}-\S+Z +Error: .*451 4\.3\.0 busy/);
    expect(out).toContain('2 dead letters');
    expect(out).not.toContain(event.data.email);
    await waitUntil(async () => (await environment.probe.deadLetters('notify.mails')) === 2, {
      what: 'the listed letters to be in the queue again',
    });

    expect(await dlq(['replay', event.id])).toEqual({ code: 0, out: '1 message is back in its queue.\n', err: '' });
    await environment.sentFor(event);
    expect(await environment.mailOf(event)).toMatchObject({ state: 'sent', attempts: 3 });
    expect((await environment.mailOf(other))?.state).toBe('failed');
    await waitUntil(async () => (await environment.probe.deadLetters('notify.mails')) === 1, {
      what: 'the other letter to be in the queue again',
    });

    expect((await dlq(['replay'])).out).toBe('1 message is back in its queue.\n');
    await environment.sentFor(other);
    expect((await dlq(['list'])).out).toBe('No dead letters.\n');
  },
  TIMEOUT_MS,
);

test(
  'when a code is replayed after its expiry, then it is not sent and removed from the dead letters',
  async () => {
    const event = codeEvent({ code: '624173', expiresAt: new Date(Date.now() + 8000).toISOString() });
    await failPermanently(event, 'codes');
    expect((await dlq(['list'])).out).not.toContain('624173');
    await waitUntil(() => Date.now() > new Date(event.data.expiresAt).getTime());
    const arrivals = () => smtp.received.filter(({ to }) => to === event.data.email);
    expect(arrivals()).toHaveLength(2);
    await dlq(['replay']);
    await waitUntil(() => environment.eventsOf('mail.failed', event).some(({ data }) => data.reason.startsWith('expired')));
    expect(arrivals()).toHaveLength(2);
    expect(await environment.probe.deadLetters('notify.codes')).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'when the command is invalid or impossible, then it prints one sentence and fails',
  async () => {
    const [help, unknown, nobody, nowhere] = await Promise.all([
      dlq(['--help']),
      dlq(['drop']),
      dlq(['replay', 'nobody']),
      dlq(['list'], { RABBITMQ_URL: '', STACK_DIR: '/nowhere' }),
    ]);
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('npm run dlq -- replay <message id>') });
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Usage:') });
    expect(nobody).toEqual({ code: 1, out: '', err: 'No dead letter has the message id nobody.\n' });
    expect(nowhere).toEqual({
      code: 1,
      out: '',
      err: 'No broker is known: set RABBITMQ_URL, or start the stack first (no stack.json in /nowhere).\n',
    });
  },
  TIMEOUT_MS,
);
