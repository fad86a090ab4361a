import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { codeEvent, paidEvent } from './support/events.ts';
import { type Surroundings, startSurroundings } from './support/notify.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './support/scripted-smtp.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tsx = fileURLToPath(import.meta.resolve('tsx'));

/** Each call of the command starts a program, which takes seconds on a busy machine. */
const PROGRAM_STARTS_MS = 240_000;

let around: Surroundings;
let smtp: ScriptedSmtp;

beforeAll(async () => {
  around = await startSurroundings();
  smtp = await startScriptedSmtp();
  await around.start({ SMTP_URL: smtp.url, EVENT_RETRY_SECONDS: '0.05', CODE_RETRY_SECONDS: '0.05' });
});
afterEach(() => smtp.play({}));
afterAll(async () => {
  await around?.stop();
  await smtp?.stop();
});

/** The operator's command, as `npm run dlq -- …` runs it. */
const dlq = (args: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const { RABBITMQ_URL, EVENT_NAMESPACE } = around.backing;
    execFile(
      process.execPath,
      ['--import', tsx, 'tools/dlq/src/main.ts', ...args],
      { cwd: root, env: { ...process.env, NODE_OPTIONS: '', RABBITMQ_URL, EVENT_NAMESPACE, ...env } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });

const failForGood = async (event: EventEnvelope, queue: 'mails' | 'codes'): Promise<void> => {
  smtp.play({ message: () => '451 4.3.0 busy' });
  const before = await around.probe.deadLetters(`notify.${queue}`);
  await around.probe.publish(event);
  await waitUntil(async () => (await around.probe.deadLetters(`notify.${queue}`)) === before + 1);
  smtp.play({});
};

test(
  'when a mail failed for good, the operator sees why, replays it by its id, and it goes out',
  async () => {
    const [event, other] = [paidEvent(), paidEvent()];
    await failForGood(event, 'mails');
    await failForGood(other, 'mails');

    const { code, out } = await dlq(['list']);
    expect(code).toBe(0);
    const [head, ...rows] = out.split('\n');
    expect(head).toMatch(/^MESSAGE ID +QUEUE +EVENT +ATTEMPTS +FAILED AT +ERROR$/);
    expect(rows.find((row) => row.startsWith(event.id))).toMatch(/notify\.mails +order\.paid +2 +\d{4}-\S+Z +Error: .*451 4\.3\.0 busy/);
    expect(out).toContain('2 dead letters');
    expect(out).not.toContain(event.data.email);
    await waitUntil(async () => (await around.probe.deadLetters('notify.mails')) === 2, { what: 'the list to leave the letters' });

    expect(await dlq(['replay', event.id])).toEqual({ code: 0, out: '1 message is back in its queue.\n', err: '' });
    await around.sentFor(event);
    expect(await around.mailOf(event)).toMatchObject({ state: 'sent', attempts: 3 });
    expect((await around.mailOf(other))?.state).toBe('failed');
    await waitUntil(async () => (await around.probe.deadLetters('notify.mails')) === 1, { what: 'the other letter to be back' });

    expect((await dlq(['replay'])).out).toBe('1 message is back in its queue.\n');
    await around.sentFor(other);
    expect((await dlq(['list'])).out).toBe('No dead letters.\n');
  },
  PROGRAM_STARTS_MS,
);

test(
  'when a code is replayed after its end, it is not sent and leaves the dead letters',
  async () => {
    const event = codeEvent({ code: '624173', expiresAt: new Date(Date.now() + 8000).toISOString() });
    await failForGood(event, 'codes');
    expect((await dlq(['list'])).out).not.toContain('624173');
    await waitUntil(() => Date.now() > new Date(event.data.expiresAt).getTime());
    const arrivals = () => smtp.received.filter(({ to }) => to === event.data.email);
    expect(arrivals()).toHaveLength(2);
    await dlq(['replay']);
    await waitUntil(() => around.newsOf('mail.failed', event).some(({ data }) => data.reason.startsWith('expired')));
    expect(arrivals()).toHaveLength(2);
    expect(await around.probe.deadLetters('notify.codes')).toBe(0);
  },
  PROGRAM_STARTS_MS,
);

test(
  'when the command is wrong or nothing can be done, one sentence says so and the exit status tells',
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
      err: 'No broker: set RABBITMQ_URL, or start the stack first (no stack.json in /nowhere).\n',
    });
  },
  PROGRAM_STARTS_MS,
);
