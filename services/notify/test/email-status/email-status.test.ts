import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { emailStatusSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { sharedMailbox } from '../support/mailbox.ts';
import { type Environment, type Notify, startEnvironment } from '../support/notify.ts';
import { startScriptedSmtp } from '../support/scripted-smtp.ts';

/** The timeout of a request. */
const REQUEST_TIMEOUT_MS = 10_000;

let environment: Environment;

beforeAll(async () => {
  environment = await startEnvironment();
});
afterEach(() => environment.stopServices());
afterAll(() => environment?.stop());

const fetchStatus = async ({ url }: Notify) => {
  const response = await fetch(`${url}/api/email-status`);
  const text = await response.text();
  return { status: response.status, text, body: emailStatusSchema.parse(JSON.parse(text)) };
};
const readiness = async ({ url }: Notify) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as { status: string; checks: Record<string, string> } };
};
/** Waits until the checks of MongoDB and RabbitMQ succeed; on a busy machine they may time out first. */
const settledReadiness = (notify: Notify) =>
  waitUntil(async () => {
    const response = await readiness(notify);
    const { mongodb, rabbitmq } = response.body.checks;
    return mongodb === 'ok' && rabbitmq === 'ok' && response;
  });

test('when the mail server responds, then the status is active, with sender and server (customer 3.14, 7.25, 7.30)', async () => {
  const notify = await environment.start({ SMTP_URL: sharedMailbox().smtpUrl });
  expect(await fetchStatus(notify)).toMatchObject({
    status: 200,
    body: { emailServiceActive: true, senderEmail: 'no-reply@stagereel.example', smtpServer: '127.0.0.1' },
  });
  expect(await settledReadiness(notify)).toEqual({
    status: 200,
    body: { status: 'ready', checks: { mongodb: 'ok', rabbitmq: 'ok', smtp: 'ok' } },
  });
});

test.each([
  ['accepts', '235 2.7.0 ok', true],
  ['refuses', '535 5.7.8 wrong password for mail-user: s3cret', false],
])('when the mail server %s the sign-in, then the response does not contain the credentials', async (_, answer, isActive) => {
  const smtp = await startScriptedSmtp({ auth: () => answer });
  const notify = await environment.start({ SMTP_URL: smtp.url.replace('smtp://', 'smtp://mail-user:s3cret@') });
  const { body, text } = await fetchStatus(notify);
  expect(Object.keys(JSON.parse(text)).sort()).toEqual(['emailServiceActive', 'senderEmail', 'smtpServer', 'timestamp']);
  expect(body).toMatchObject({ emailServiceActive: isActive, smtpServer: new URL(smtp.url).hostname });
  expect(text).not.toMatch(/mail-user|s3cret/);
  expect(JSON.stringify(await readiness(notify))).not.toMatch(/mail-user|s3cret/);
  await smtp.stop();
});

test('when the mail server is unavailable, then the status reports it without credentials, and notify stays ready (customer 2.39)', async () => {
  const gone = await startScriptedSmtp();
  await gone.stop();
  const notify = await environment.start({ SMTP_URL: gone.url.replace('smtp://', 'smtp://user:s3cret@') });
  const { status, body, text } = await fetchStatus(notify);
  expect([status, body.emailServiceActive, text.includes('s3cret')]).toEqual([200, false, false]);
  expect(await settledReadiness(notify)).toMatchObject({
    status: 200,
    body: { status: 'degraded', checks: { mongodb: 'ok', rabbitmq: 'ok' } },
  });
});

test('when the mail server accepts the connection and sends nothing, then the response arrives within the timeout', async () => {
  const silent = await startScriptedSmtp({ greeting: () => null });
  const notify = await environment.start({ SMTP_URL: silent.url });
  const start = performance.now();
  expect((await fetchStatus(notify)).body.emailServiceActive).toBe(false);
  expect(performance.now() - start).toBeLessThan(REQUEST_TIMEOUT_MS);
  await silent.stop();
});

test('when many requests arrive at once and shortly after, then the mail server is checked once', async () => {
  let greetings = 0;
  const smtp = await startScriptedSmtp({
    greeting: () => {
      greetings += 1;
      return '220 hello';
    },
  });
  const notify = await environment.start({ SMTP_URL: smtp.url });
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetchStatus(notify)));
  answers.push(await fetchStatus(notify));
  expect(new Set(answers.map(({ body }) => body.timestamp)).size).toBe(1);
  expect(greetings).toBe(1);
  await smtp.stop();
});

test('when the cached result is too old, then the mail server is checked again', async () => {
  const smtp = await startScriptedSmtp();
  const notify = await environment.start({ SMTP_URL: smtp.url, emailStatusMs: 0 });
  expect((await fetchStatus(notify)).body.emailServiceActive).toBe(true);
  await smtp.stop();
  expect((await fetchStatus(notify)).body.emailServiceActive).toBe(false);
  await smtp.start();
  expect((await fetchStatus(notify)).body.emailServiceActive).toBe(true);
  await smtp.stop();
});
