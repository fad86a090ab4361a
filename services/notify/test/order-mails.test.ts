import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { deliveredEvent, lineRefundedEvent, newAddress, paidEvent, videoReplacedEvent } from './support/events.ts';
import { sharedMailbox } from './support/mailbox.ts';
import { type Surroundings, startSurroundings } from './support/notify.ts';

const mailbox = sharedMailbox();
let around: Surroundings;

beforeAll(async () => {
  around = await startSurroundings();
  await around.start({ SMTP_URL: mailbox.smtpUrl });
});
afterAll(() => around?.stop());

const waitUntilQuiet = () =>
  waitUntil(
    async () => (await around.probe.waiting('notify.mails')) === 0 && (await around.mails.countDocuments({ state: { $ne: 'sent' } })) === 0,
  );

test('when an order is paid, its customer gets the confirmation, and mail.sent tells of it', async () => {
  const event = paidEvent();
  await around.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);

  expect(mail).toMatchObject({
    subject: '【StageReel】ご注文ありがとうございます（注文番号 48213907）',
    from: [{ name: 'StageReel', address: 'no-reply@stagereel.example' }],
    to: [{ address: event.data.email }],
    headers: { 'auto-submitted': 'auto-generated', 'content-language': 'ja' },
  });
  expect(mail.text).toContain('合計（2点）: ¥10,000（税込）');
  expect(mail.html).toContain('¥10,000（税込）');

  const sent = await around.sentFor(event);
  const record = await around.mailOf(event);
  expect(sent).toMatchObject({
    correlationId: event.correlationId,
    data: {
      mailId: record?._id,
      causedBy: event.id,
      template: 'order-confirmation',
      recipient: event.data.email,
      orderNumber: '48213907',
      messageId: mail.headers['message-id'],
    },
  });
  expect(record).toMatchObject({ state: 'sent', attempts: 1, sentAt: expect.any(Date) });
  await waitUntil(async () => (await around.mailOf(event))?.outbox === undefined, { what: 'an empty outbox' });
});

test('when a video is replaced, its customer gets the link to the page they know, and the mail tells of that video alone', async () => {
  const event = videoReplacedEvent({ pageId: 'abcdefghijklmnopqrstuvwxyz' });
  await around.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.subject).toBe('【StageReel】動画の差し替えのお知らせ（注文番号 48213907）');
  expect(mail.text).toContain('https://shop.example.jp/download/abcdefghijklmnopqrstuvwxyz');
  expect(mail.text).toContain('ゼッケン番号: 012（山田 花子）');
  expect(mail.text).not.toContain('12A');
  expect(mail.html).toContain('新しい動画をもう一度ダウンロードできます');
  expect((await around.sentFor(event)).data).toMatchObject({ template: 'video-replaced', orderNumber: '48213907' });
});

test('when an order is delivered, its customer gets the link to the download page', async () => {
  const event = deliveredEvent({ pageId: 'abcdefghijklmnopqrstuvwxyz' });
  await around.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.subject).toBe('【StageReel】動画の納品のお知らせ（注文番号 48213907）');
  expect(mail.text).toContain('https://shop.example.jp/download/abcdefghijklmnopqrstuvwxyz');
  expect(mail.text).toContain('ダウンロード期限: 2026年12月23日(水) 12:00');
  expect((await around.sentFor(event)).data).toMatchObject({ template: 'order-delivery' });
});

test('when a line is declined and refunded, its customer is told what went back, and why', async () => {
  const event = lineRefundedEvent({ reason: '収録できていませんでした。\r\nBcc: victim@example.jp' });
  await around.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.subject).toBe('【StageReel】動画をお届けできないお詫びとご返金のお知らせ（注文番号 48213907）');
  expect(mail.text).toContain('返金額: ¥5,000（税込）');
  expect(mail.text).toContain('理由: 収録できていませんでした。 Bcc: victim@example.jp\n');
  expect(mail.headers).not.toHaveProperty('bcc');
  expect((await around.sentFor(event)).data).toMatchObject({ template: 'line-refunded', orderNumber: '48213907' });
});

test('when an event arrives many times, at once and later, one mail goes out and one mail.sent', async () => {
  const event = paidEvent();
  await Promise.all(Array.from({ length: 10 }, () => around.probe.publish(event)));
  await around.sentFor(event);
  await around.probe.publish(event);
  await waitUntilQuiet();
  const last = paidEvent();
  await around.probe.publish(last);
  await around.sentFor(last);

  expect(await mailbox.mailsTo(event.data.email)).toHaveLength(1);
  expect(around.newsOf('mail.sent', event)).toHaveLength(1);
  expect(await around.mails.countDocuments({ causedBy: event.id })).toBe(1);
});

test('when two orders are paid by one customer, both are confirmed, each under a Message-ID of its own', async () => {
  const email = newAddress();
  const events = [paidEvent({ email, orderNumber: '10000001' }), paidEvent({ email, orderNumber: '10000002' })];
  for (const event of events) await around.probe.publish(event);
  await Promise.all(events.map((event) => around.sentFor(event)));
  const mails = await waitUntil(async () => {
    const found = await mailbox.mailsTo(email);
    return found.length === 2 && found;
  });
  expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(2);
});

// RFC 5321 wants such a local part in quotes: https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2
test.each([
  ['a..b@docomo.ne.jp', '"a..b"@docomo.ne.jp'],
  ['abc.@docomo.ne.jp', '"abc."@docomo.ne.jp'],
  ['.x@ezweb.ne.jp', '".x"@ezweb.ne.jp'],
  ["o'neil+shop@example.jp", "o'neil+shop@example.jp"],
])('when the address is %s, as carriers and people write them, the mail goes exactly there', async (email, onTheWire) => {
  const event = paidEvent({ email });
  await around.probe.publish(event);
  const { messageId } = (await around.sentFor(event)).data;
  const mail = await waitUntil(async () => (await mailbox.mails()).find(({ headers }) => headers['message-id'] === messageId));
  expect(mail.envelope.to).toMatchObject([{ address: onTheWire }]);
});

test('when names and numbers hold line breaks and HTML, no header is added and no HTML runs', async () => {
  const victim = newAddress();
  const event = paidEvent({
    orderNumber: `48213907\r\nBcc: ${victim}\r\n\r\n<script>`,
    customerName: `太郎\r\nBcc: ${victim}\r\n\r\n<script>alert(1)</script>`,
  });
  await around.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.envelope.to).toHaveLength(1);
  expect(Object.keys(mail.headers)).not.toContain('bcc');
  expect(mail.html).not.toContain('<script>');
  expect(mail.text).toContain(`太郎 Bcc: ${victim} <script>alert(1)</script> 様`);
  expect(await mailbox.mailsTo(victim)).toEqual([]);
});

test.each(['', 'nobody', 'a@example.jp\r\nRCPT TO:<b@example.jp>', 'a@example.jp, b@example.jp', 'x <a@example.jp>'])(
  'when the recipient is %j, nothing is sent and the message waits for an operator',
  async (email) => {
    const before = await around.probe.deadLetters('notify.mails');
    const event = paidEvent({ email });
    await around.probe.publish(event);
    const failed = await around.failedFor(event);
    expect(failed.data).toMatchObject({ reason: 'refused: the recipient is no e-mail address', recipient: email });
    await waitUntil(async () => (await around.probe.deadLetters('notify.mails')) === before + 1);
    expect((await around.mailOf(event))?.state).toBe('failed');
  },
);

test('when a message is poisoned, it waits for an operator and the next mail goes out', async () => {
  const before = await around.probe.deadLetters('notify.mails');
  const records = await around.mails.countDocuments();
  await around.probe.publishRaw('order.paid', '{"no":"event"}');
  await around.probe.publishRaw('order.paid', JSON.stringify({ ...paidEvent(), data: { orderNumber: 1 } }));
  const next = paidEvent();
  await around.probe.publish(next);
  await around.sentFor(next);
  await waitUntil(async () => (await around.probe.deadLetters('notify.mails')) === before + 2);
  expect(await around.mails.countDocuments()).toBe(records + 1);
});
