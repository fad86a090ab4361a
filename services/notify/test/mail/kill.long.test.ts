import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { paidEvent } from '../support/events.ts';
import { type Environment, startEnvironment } from '../support/notify.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../support/scripted-smtp.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tsx = fileURLToPath(import.meta.resolve('tsx'));

let environment: Environment;
let smtp: ScriptedSmtp;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  environment = await startEnvironment();
  // Slow enough that there are always mails being sent when the process is killed.
  smtp = await startScriptedSmtp({ message: () => new Promise((resolve) => setTimeout(resolve, 30, '250 ok')) });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await environment?.stop();
  await smtp?.stop();
});

const CONSTANTS = {
  eventRetryMs: [200, 500, 1000],
  // Half of it is the timeout of a mail, which must suffice on a busy machine.
  mailLeaseMs: 6000,
};

/** The service in a process of its own, as in production. */
const startProcess = (): ChildProcess => {
  const child = spawn(process.execPath, ['--import', tsx, 'services/notify/src/main.ts', JSON.stringify(CONSTANTS)], {
    cwd: root,
    env: {
      ...process.env,
      ...environment.backing,
      NODE_OPTIONS: '',
      LOG_LEVEL: 'warn',
      SMTP_URL: smtp.url,
    },
    stdio: 'ignore',
  });
  children.add(child);
  return child;
};

const kill = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  children.delete(child);
};

test('when notify is killed repeatedly while it sends 50 mails, then none is missing and every repeat has the same Message-ID', async () => {
  const events = Array.from({ length: 50 }, () => paidEvent());
  await Promise.all(events.map((event) => environment.probe.publish(event)));
  const KILL_AT = [5, 20, 35];
  for (const count of KILL_AT) {
    const child = startProcess();
    await waitUntil(() => smtp.received.length >= count, { timeoutMs: 50_000, what: `${count} mails` });
    await kill(child);
  }
  startProcess();
  await waitUntil(async () => (await environment.mails.countDocuments({ state: 'sent' })) === events.length, {
    timeoutMs: 70_000,
    what: 'all 50 mails to be sent',
  });

  const idsOf = (email: string) => smtp.received.filter(({ to }) => to === email).map(({ messageId }) => messageId);
  const ids = events.map(({ data }) => idsOf(data.email));
  expect(ids.filter((each) => each.length === 0)).toEqual([]);
  expect(ids.filter((each) => new Set(each).size !== 1)).toEqual([]);
  // Each kill interrupts at most the ten mails that are sent at the same time.
  expect(smtp.received.length - events.length).toBeLessThanOrEqual(KILL_AT.length * 10);
  expect(await environment.probe.deadLetters('notify.mails')).toBe(0);
  // The events that a killed relay had leased are published after its lease of 30 s ends.
  await waitUntil(() => events.every((event) => environment.eventsOf('mail.sent', event).length > 0), {
    timeoutMs: 70_000,
    what: 'mail.sent of every mail',
  });
}, 300_000);
