import { expect, test } from '@jest/globals';
import { CODE_PURPOSES, codeMailSubjects, type EventEnvelope } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { codeEvent, paidEvent, verifyLinkEvent } from '../support/events.ts';
import { sharedMailbox } from '../support/mailbox.ts';
import { createScriptedEnvironment } from '../support/scripted-notify.ts';

const { environment, smtp } = createScriptedEnvironment();

const inEightSeconds = (): string => new Date(Date.now() + 8000).toISOString();
/** The whole mail collection as text. */
const databaseText = async (): Promise<string> => JSON.stringify(await environment().mails.find().toArray());

type Given = { expiresAt?: string };
/** The mails with a secret that expires. */
const secrets = [
  { what: 'a code', template: 'code', secret: '735291', make: (given: Given = {}) => codeEvent({ code: '735291', ...given }) },
  {
    what: 'a link',
    template: 'verify-link',
    secret: 'a-token_0123456789012345678901',
    make: (given: Given = {}) => verifyLinkEvent({ token: 'a-token_0123456789012345678901', ...given }),
  },
];

test.each(CODE_PURPOSES)('when a code for %s is requested, then it arrives with the subject of that purpose', async (purpose) => {
  const mailbox = sharedMailbox();
  await environment().start({ SMTP_URL: mailbox.smtpUrl });
  const event = codeEvent({ purpose, code: '907142' });
  await environment().probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.subject).toBe(codeMailSubjects[purpose]);
  expect(mail.text).toContain('認証コード: 907142\n');
  expect(mail.html).toContain('>907142<');
  expect(JSON.stringify(mail.headers)).not.toContain('907142');
});

test('when a code is a decoy, then nothing is mailed, recorded or reported', async () => {
  await environment().start({ SMTP_URL: smtp().url });
  const decoy = codeEvent({ code: '', isDecoy: true });
  const real = codeEvent();
  await environment().probe.publish(decoy);
  await environment().probe.publish(real);
  await environment().sentMailOf(real);
  expect(smtp().received.filter(({ to }) => to === decoy.data.email)).toEqual([]);
  expect(await environment().mailOf(decoy)).toBeNull();
  expect(environment().eventsOf('mail.failed', decoy)).toEqual([]);
});

test.each(secrets)('when $what is being sent, and after it is sent, then the database does not contain it', async ({ make, secret }) => {
  let answer: (line: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => {
    answer = resolve;
  });
  smtp().setScript({ message: () => answered });
  await environment().start({ SMTP_URL: smtp().url });
  const event = make();
  await environment().probe.publish(event);
  await waitUntil(() => smtp().received.some(({ to }) => to === event.data.email));
  expect((await environment().mailOf(event))?.state).toBe('sending');
  expect(await databaseText()).not.toContain(secret);
  answer('250 ok');
  await environment().sentMailOf(event);
  expect(await databaseText()).not.toContain(secret);
});

test.each(secrets)(
  'when $what has expired before it is sent, then mail.failed is published and no mail is sent',
  async ({ make, template }) => {
    await environment().start({ SMTP_URL: smtp().url });
    const event = make({ expiresAt: new Date(Date.now() - 1).toISOString() });
    await environment().probe.publish(event);
    const failed = await environment().failedFor(event);
    expect(failed.data).toMatchObject({ template, orderNumber: null, reason: expect.stringMatching(/^expired: /) });
    expect(smtp().received.filter(({ to }) => to === event.data.email)).toEqual([]);
    expect(await environment().mailOf(event)).toMatchObject({ state: 'failed' });
    expect(await environment().probe.deadLetters('notify.codes')).toBe(0);
  },
);

test.each(secrets)('when the server is unavailable until $what has expired, then the retry does not send it', async ({ make }) => {
  const event = make({ expiresAt: inEightSeconds() });
  const isExpired = () => Date.now() > new Date(event.data.expiresAt).getTime();
  // The first attempt fails only after the expiry, so that the retry is always later.
  smtp().setScript({ message: () => waitUntil(isExpired).then(() => '451 4.3.0 busy') });
  await environment().start({ SMTP_URL: smtp().url });
  await environment().probe.publish(event);
  await waitUntil(() => smtp().received.some(({ to }) => to === event.data.email));
  smtp().setScript({});
  const failed = await environment().failedFor(event);
  expect(failed.data).toMatchObject({ reason: expect.stringMatching(/^expired: /) });
  expect(smtp().received.filter(({ to }) => to === event.data.email)).toHaveLength(1);
});

test('when codes have their own retry delays, then these are used and not those of other mails', async () => {
  smtp().setScript({ message: () => '451 4.3.0 busy' });
  await environment().start({ SMTP_URL: smtp().url, eventRetryMs: [60_000], codeRetryMs: [100, 200] });
  const event = codeEvent();
  await environment().probe.publish(event);
  await environment().failedFor(event);
  const [first, second, third, ...others] = smtp().received.filter(({ to }) => to === event.data.email);
  expect(others).toEqual([]);
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(100);
  expect(third!.at - second!.at).toBeGreaterThanOrEqual(200);
  await waitUntil(async () => (await environment().probe.deadLetters('notify.codes')) === 1);
});

test('when 500 confirmations are queued, then a code and a link are sent before nearly all of them', async () => {
  const BULK = 500;
  smtp().setScript({ message: () => new Promise((resolve) => setTimeout(resolve, 200, '250 ok')) });
  await environment().start({ SMTP_URL: smtp().url });
  const bulk = Array.from({ length: BULK }, () => paidEvent());
  const addresses = new Set(bulk.map(({ data }) => data.email));
  const bulkArrived = () => smtp().received.filter(({ to }) => addresses.has(to)).length;
  await Promise.all(bulk.map((event) => environment().probe.publish(event)));
  await waitUntil(() => bulkArrived() >= 20);

  const urgent = secrets.map(({ make }) => make());
  const arrivedBefore = smtp().received.length;
  await Promise.all(urgent.map((event) => environment().probe.publish(event)));
  const placeOf = ({ data }: EventEnvelope<{ email: string }>) => smtp().received.findIndex(({ to }) => to === data.email);
  await waitUntil(() => urgent.every((event) => placeOf(event) >= 0));
  const mailsBefore = Math.max(...urgent.map(placeOf)) - arrivedBefore;
  // In a shared queue they would be last. Only mails that are being sent on the ten connections may be earlier.
  expect(mailsBefore).toBeLessThan(BULK / 10);
  expect(await environment().probe.waiting('notify.mails')).toBeGreaterThan(BULK / 2);
});
