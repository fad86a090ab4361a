import { expect, test } from '@jest/globals';
import { CODE_PURPOSES, codeMailSubjects, type EventEnvelope } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { codeEvent, paidEvent, verifyLinkEvent } from './support/events.ts';
import { sharedMailbox } from './support/mailbox.ts';
import { scriptedSurroundings } from './support/scripted-notify.ts';

const { around, smtp } = scriptedSurroundings();

const inEightSeconds = (): string => new Date(Date.now() + 8000).toISOString();
/** Everything notify's database holds, as text. */
const wholeDatabase = async (): Promise<string> => JSON.stringify(await around().mails.find().toArray());

type Given = { expiresAt?: string };
/** Both kinds of mail that open something and soon mean nothing. */
const secrets = [
  { what: 'a code', template: 'code', secret: '735291', make: (given: Given = {}) => codeEvent({ code: '735291', ...given }) },
  {
    what: 'a link',
    template: 'verify-link',
    secret: 'a-token_0123456789012345678901',
    make: (given: Given = {}) => verifyLinkEvent({ token: 'a-token_0123456789012345678901', ...given }),
  },
];

test.each(CODE_PURPOSES)('when a code for %s is asked for, it arrives under that purpose’s subject', async (purpose) => {
  const mailbox = sharedMailbox();
  await around().start({ SMTP_URL: mailbox.smtpUrl });
  const event = codeEvent({ purpose, code: '907142' });
  await around().probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.subject).toBe(codeMailSubjects[purpose]);
  expect(mail.text).toContain('認証コード: 907142\n');
  expect(mail.html).toContain('>907142<');
  expect(JSON.stringify(mail.headers)).not.toContain('907142');
});

test.each(secrets)('when $what is on its way, and once it is sent, the database does not hold it', async ({ make, secret }) => {
  let answer: (line: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => {
    answer = resolve;
  });
  smtp().play({ message: () => answered });
  await around().start({ SMTP_URL: smtp().url });
  const event = make();
  await around().probe.publish(event);
  await waitUntil(() => smtp().received.some(({ to }) => to === event.data.email));
  expect((await around().mailOf(event))?.state).toBe('sending');
  expect(await wholeDatabase()).not.toContain(secret);
  answer('250 ok');
  await around().sentFor(event);
  expect(await wholeDatabase()).not.toContain(secret);
});

test.each(secrets)(
  'when $what has expired before it is sent, mail.failed tells instead and no mail goes out',
  async ({ make, template }) => {
    await around().start({ SMTP_URL: smtp().url });
    const event = make({ expiresAt: new Date(Date.now() - 1).toISOString() });
    await around().probe.publish(event);
    const failed = await around().failedFor(event);
    expect(failed.data).toMatchObject({ template, orderNumber: null, reason: expect.stringMatching(/^expired: /) });
    expect(smtp().received.filter(({ to }) => to === event.data.email)).toEqual([]);
    expect(await around().mailOf(event)).toMatchObject({ state: 'failed' });
    expect(await around().probe.deadLetters('notify.codes')).toBe(0);
  },
);

test.each(secrets)('when the server is away until $what has expired, the retry does not send it any more', async ({ make }) => {
  const event = make({ expiresAt: inEightSeconds() });
  const isExpired = () => Date.now() > new Date(event.data.expiresAt).getTime();
  // Busy is said only once it has expired, so that the retry comes after that however slow the first attempt is.
  smtp().play({ message: () => waitUntil(isExpired).then(() => '451 4.3.0 busy') });
  await around().start({ SMTP_URL: smtp().url });
  await around().probe.publish(event);
  await waitUntil(() => smtp().received.some(({ to }) => to === event.data.email));
  smtp().play({});
  const failed = await around().failedFor(event);
  expect(failed.data).toMatchObject({ reason: expect.stringMatching(/^expired: /) });
  expect(smtp().received.filter(({ to }) => to === event.data.email)).toHaveLength(1);
});

test('when codes have pauses of their own, they keep to them and not to those of the other mails', async () => {
  smtp().play({ message: () => '451 4.3.0 busy' });
  await around().start({ SMTP_URL: smtp().url, EVENT_RETRY_SECONDS: '60', CODE_RETRY_SECONDS: '0.1,0.2' });
  const event = codeEvent();
  await around().probe.publish(event);
  await around().failedFor(event);
  const [first, second, third, ...others] = smtp().received.filter(({ to }) => to === event.data.email);
  expect(others).toEqual([]);
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(100);
  expect(third!.at - second!.at).toBeGreaterThanOrEqual(200);
  await waitUntil(async () => (await around().probe.deadLetters('notify.codes')) === 1);
});

test('when 500 orders are confirmed at once, a code and a link overtake nearly all of them', async () => {
  const BULK = 500;
  smtp().play({ message: () => new Promise((resolve) => setTimeout(resolve, 200, '250 ok')) });
  await around().start({ SMTP_URL: smtp().url });
  const bulk = Array.from({ length: BULK }, () => paidEvent());
  const addresses = new Set(bulk.map(({ data }) => data.email));
  const bulkArrived = () => smtp().received.filter(({ to }) => addresses.has(to)).length;
  await Promise.all(bulk.map((event) => around().probe.publish(event)));
  await waitUntil(() => bulkArrived() >= 20);

  const urgent = secrets.map(({ make }) => make());
  const arrivedBefore = smtp().received.length;
  await Promise.all(urgent.map((event) => around().probe.publish(event)));
  const placeOf = ({ data }: EventEnvelope<{ email: string }>) => smtp().received.findIndex(({ to }) => to === data.email);
  await waitUntil(() => urgent.every((event) => placeOf(event) >= 0));
  const overtakenBy = Math.max(...urgent.map(placeOf)) - arrivedBefore;
  // In one queue they would come last. Those at work on the ten connections, and what they turn to meanwhile, may come first.
  expect(overtakenBy).toBeLessThan(BULK / 10);
  expect(await around().probe.waiting('notify.mails')).toBeGreaterThan(BULK / 2);
});
