import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { paidEvent } from './support/events.ts';
import { type Surroundings, startSurroundings } from './support/notify.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './support/scripted-smtp.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tsx = fileURLToPath(import.meta.resolve('tsx'));

let around: Surroundings;
let smtp: ScriptedSmtp;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  around = await startSurroundings();
  // Slow enough that a kill always meets mails in hand.
  smtp = await startScriptedSmtp({ message: () => new Promise((resolve) => setTimeout(resolve, 30, '250 ok')) });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await around?.stop();
  await smtp?.stop();
});

/** The service as it runs in earnest: a process of its own. */
const startProcess = (): ChildProcess => {
  const child = spawn(process.execPath, ['--import', tsx, 'services/notify/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...around.backing,
      NODE_OPTIONS: '',
      LOG_LEVEL: 'warn',
      SMTP_URL: smtp.url,
      EVENT_RETRY_SECONDS: '0.2,0.5,1',
      // Half of it is the time a mail may take, which must do on a busy machine too.
      MAIL_LEASE_SECONDS: '6',
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

test('when notify is killed again and again while it mails 50 orders, none is missing and every repeat has the same Message-ID', async () => {
  const events = Array.from({ length: 50 }, () => paidEvent());
  await Promise.all(events.map((event) => around.probe.publish(event)));
  const KILL_AT = [5, 20, 35];
  for (const count of KILL_AT) {
    const child = startProcess();
    await waitUntil(() => smtp.received.length >= count, { timeoutMs: 50_000, what: `${count} mails` });
    await kill(child);
  }
  startProcess();
  await waitUntil(async () => (await around.mails.countDocuments({ state: 'sent' })) === events.length, {
    timeoutMs: 70_000,
    what: 'all 50 mails to be sent',
  });

  const idsOf = (email: string) => smtp.received.filter(({ to }) => to === email).map(({ messageId }) => messageId);
  const ids = events.map(({ data }) => idsOf(data.email));
  expect(ids.filter((each) => each.length === 0)).toEqual([]);
  expect(ids.filter((each) => new Set(each).size !== 1)).toEqual([]);
  // A kill meets at most the ten mails that are in hand.
  expect(smtp.received.length - events.length).toBeLessThanOrEqual(KILL_AT.length * 10);
  expect(await around.probe.deadLetters('notify.mails')).toBe(0);
  // What a killed relay held in hand is free again only when its lease of 30 s ends.
  await waitUntil(() => events.every((event) => around.newsOf('mail.sent', event).length > 0), {
    timeoutMs: 70_000,
    what: 'mail.sent of every mail',
  });
}, 300_000);
