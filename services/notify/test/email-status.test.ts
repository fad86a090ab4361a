import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { emailStatusSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { sharedMailbox } from './support/mailbox.ts';
import { type Notify, type Surroundings, startSurroundings } from './support/notify.ts';
import { startScriptedSmtp } from './support/scripted-smtp.ts';

/** What a request may take; a later answer would be another one. */
const REQUEST_MS = 10_000;

let around: Surroundings;

beforeAll(async () => {
  around = await startSurroundings();
});
afterEach(() => around.stopServices());
afterAll(() => around?.stop());

const ask = async ({ url }: Notify) => {
  const response = await fetch(`${url}/api/email-status`);
  const text = await response.text();
  return { status: response.status, text, body: emailStatusSchema.parse(JSON.parse(text)) };
};
const readiness = async ({ url }: Notify) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as { status: string; checks: Record<string, string> } };
};
/** Once database and broker have answered in time, which they may not on a busy machine. */
const settledReadiness = (notify: Notify) =>
  waitUntil(async () => {
    const answer = await readiness(notify);
    const { mongo, broker } = answer.body.checks;
    return mongo === 'ok' && broker === 'ok' && answer;
  });

test('when the mail server answers, the service is active, with sender and server', async () => {
  const notify = await around.start({ SMTP_URL: sharedMailbox().smtpUrl });
  expect(await ask(notify)).toMatchObject({
    status: 200,
    body: { emailServiceActive: true, senderEmail: 'no-reply@stagereel.example', smtpServer: '127.0.0.1' },
  });
  expect(await settledReadiness(notify)).toEqual({
    status: 200,
    body: { status: 'ready', checks: { mongo: 'ok', broker: 'ok', smtp: 'ok' } },
  });
});

test.each([
  ['takes', '235 2.7.0 ok', true],
  ['refuses', '535 5.7.8 wrong password for mail-user: s3cret', false],
])('when the mail server %s the sign-in, the answer holds nothing of the credentials', async (_, answer, isActive) => {
  const smtp = await startScriptedSmtp({ auth: () => answer });
  const notify = await around.start({ SMTP_URL: smtp.url.replace('smtp://', 'smtp://mail-user:s3cret@') });
  const { body, text } = await ask(notify);
  expect(Object.keys(JSON.parse(text)).sort()).toEqual(['emailServiceActive', 'senderEmail', 'smtpServer', 'timestamp']);
  expect(body).toMatchObject({ emailServiceActive: isActive, smtpServer: new URL(smtp.url).hostname });
  expect(text).not.toMatch(/mail-user|s3cret/);
  expect(JSON.stringify(await readiness(notify))).not.toMatch(/mail-user|s3cret/);
  await smtp.stop();
});

test('when the mail server is down, the status says so without its credentials, and notify stays ready to take orders', async () => {
  const gone = await startScriptedSmtp();
  await gone.stop();
  const notify = await around.start({ SMTP_URL: gone.url.replace('smtp://', 'smtp://user:s3cret@') });
  const { status, body, text } = await ask(notify);
  expect([status, body.emailServiceActive, text.includes('s3cret')]).toEqual([200, false, false]);
  expect(await settledReadiness(notify)).toMatchObject({
    status: 200,
    body: { status: 'degraded', checks: { mongo: 'ok', broker: 'ok' } },
  });
});

test('when the mail server takes the call and says nothing, the answer comes within the time-out', async () => {
  const silent = await startScriptedSmtp({ greeting: () => null });
  const notify = await around.start({ SMTP_URL: silent.url });
  const start = performance.now();
  expect((await ask(notify)).body.emailServiceActive).toBe(false);
  expect(performance.now() - start).toBeLessThan(REQUEST_MS);
  await silent.stop();
});

test('when many ask at once and again soon, the mail server is asked once', async () => {
  let greetings = 0;
  const smtp = await startScriptedSmtp({
    greeting: () => {
      greetings += 1;
      return '220 hello';
    },
  });
  const notify = await around.start({ SMTP_URL: smtp.url });
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(notify)));
  answers.push(await ask(notify));
  expect(new Set(answers.map(({ body }) => body.timestamp)).size).toBe(1);
  expect(greetings).toBe(1);
  await smtp.stop();
});

test('when the outcome is older than it may be, the mail server is asked again', async () => {
  const smtp = await startScriptedSmtp();
  const notify = await around.start({ SMTP_URL: smtp.url, EMAIL_STATUS_SECONDS: '0' });
  expect((await ask(notify)).body.emailServiceActive).toBe(true);
  await smtp.stop();
  expect((await ask(notify)).body.emailServiceActive).toBe(false);
  await smtp.start();
  expect((await ask(notify)).body.emailServiceActive).toBe(true);
  await smtp.stop();
});
