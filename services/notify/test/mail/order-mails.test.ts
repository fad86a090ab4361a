import { beforeAll, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { deliveredEvent, lineRefundedEvent, newAddress, paidEvent, partlyDeliveredEvent, videoReplacedEvent } from '../support/events.ts';
import { sharedMailbox } from '../support/mailbox.ts';
import { startEnvironment } from '../support/notify.ts';

const mailbox = sharedMailbox();
const environment = useService(startEnvironment);

beforeAll(async () => {
  await environment.start({ SMTP_URL: mailbox.smtpUrl });
});

const waitUntilProcessed = () =>
  waitUntil(
    async () =>
      (await environment.probe.waiting('notify.mails')) === 0 && (await environment.mails.countDocuments({ state: { $ne: 'sent' } })) === 0,
  );

test('when an order is paid, then the customer receives the confirmation and mail.sent is published', async () => {
  const event = paidEvent();
  await environment.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);

  expect(mail).toMatchObject({
    subject: '【StageReel】ご注文ありがとうございます（注文番号 48213907）',
    from: [{ name: 'StageReel', address: 'no-reply@stagereel.example' }],
    to: [{ address: event.data.email }],
    headers: { 'auto-submitted': 'auto-generated', 'content-language': 'ja' },
  });
  expect(mail.text).toContain('合計（2点）: ¥10,000（税込）');
  expect(mail.html).toContain('¥10,000（税込）');

  const sent = await environment.sentFor(event);
  const record = await environment.mailOf(event);
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
  await waitUntil(async () => (await environment.mailOf(event))?.outbox === undefined, { what: 'an empty outbox' });
});

test('when a video is replaced, then the customer receives the link to the same page, and the mail names only that video', async () => {
  const event = videoReplacedEvent({ pageId: 'abcdefghijklmnopqrstuvwxyz' });
  await environment.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.subject).toBe('【StageReel】動画の差し替えのお知らせ（注文番号 48213907）');
  expect(mail.text).toContain('https://shop.example.jp/download/abcdefghijklmnopqrstuvwxyz');
  expect(mail.text).toContain('ゼッケン番号: 012（山田 花子）');
  expect(mail.text).not.toContain('12A');
  expect(mail.html).toContain('新しい動画をもう一度ダウンロードできます');
  expect((await environment.sentFor(event)).data).toMatchObject({ template: 'video-replaced', orderNumber: '48213907' });
});

test('when an order is delivered, then the customer receives the link to the download page (admin 1.3)', async () => {
  const event = deliveredEvent({ pageId: 'abcdefghijklmnopqrstuvwxyz' });
  await environment.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.subject).toBe('【StageReel】動画の納品のお知らせ（注文番号 48213907）');
  expect(mail.text).toContain('https://shop.example.jp/download/abcdefghijklmnopqrstuvwxyz');
  expect(mail.text).toContain('ダウンロード期限: 2026年12月23日(水) 12:00');
  expect((await environment.sentFor(event)).data).toMatchObject({ template: 'order-delivery' });
});

test('when an order is delivered in parts, then each part is mailed once, however often its event arrives', async () => {
  const email = newAddress();
  const [part, rest] = [partlyDeliveredEvent({ email }), deliveredEvent({ email, isRest: true })];
  for (const event of [part, part, rest, rest]) await environment.probe.publish(event);
  await waitUntilProcessed();
  expect((await mailbox.mailsTo(email)).map(({ subject }) => subject).sort()).toEqual([
    '【StageReel】一部の動画の納品のお知らせ（注文番号 48213907）',
    '【StageReel】動画の納品のお知らせ（注文番号 48213907）',
  ]);
  expect((await environment.sentFor(part)).data).toMatchObject({ template: 'order-partial-delivery' });
});

test('when a line is declined and refunded, then the customer receives the amount and the reason', async () => {
  const event = lineRefundedEvent({ reason: '収録できていませんでした。\r\nBcc: victim@example.jp' });
  await environment.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.subject).toBe('【StageReel】動画をお届けできないお詫びとご返金のお知らせ（注文番号 48213907）');
  expect(mail.text).toContain('返金額: ¥5,000（税込）');
  expect(mail.text).toContain('理由: 収録できていませんでした。 Bcc: victim@example.jp\n');
  expect(mail.headers).not.toHaveProperty('bcc');
  expect((await environment.sentFor(event)).data).toMatchObject({ template: 'line-refunded', orderNumber: event.data.line.lineNumber });
});

test('when an event arrives many times, at once and later, then one mail is sent and one mail.sent is published', async () => {
  const event = paidEvent();
  await Promise.all(Array.from({ length: 10 }, () => environment.probe.publish(event)));
  await environment.sentFor(event);
  await environment.probe.publish(event);
  await waitUntilProcessed();
  const last = paidEvent();
  await environment.probe.publish(last);
  await environment.sentFor(last);

  expect(await mailbox.mailsTo(event.data.email)).toHaveLength(1);
  expect(environment.eventsOf('mail.sent', event)).toHaveLength(1);
  expect(await environment.mails.countDocuments({ causedBy: event.id })).toBe(1);
});

test('when one customer pays two orders, then both are confirmed with different Message-IDs', async () => {
  const email = newAddress();
  const events = [paidEvent({ email, orderNumber: '10000001' }), paidEvent({ email, orderNumber: '10000002' })];
  for (const event of events) await environment.probe.publish(event);
  await Promise.all(events.map((event) => environment.sentFor(event)));
  const mails = await waitUntil(async () => {
    const found = await mailbox.mailsTo(email);
    return found.length === 2 && found;
  });
  expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(2);
});

// RFC 5321 requires quotes around such a local part: https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2
test.each([
  ['a..b@docomo.ne.jp', '"a..b"@docomo.ne.jp'],
  ['abc.@docomo.ne.jp', '"abc."@docomo.ne.jp'],
  ['.x@ezweb.ne.jp', '".x"@ezweb.ne.jp'],
  ["o'neil+shop@example.jp", "o'neil+shop@example.jp"],
])('when the address is %s, then the mail is sent to exactly this address', async (email, onTheWire) => {
  const event = paidEvent({ email });
  await environment.probe.publish(event);
  const { messageId } = (await environment.sentFor(event)).data;
  const mail = await waitUntil(async () => (await mailbox.mails()).find(({ headers }) => headers['message-id'] === messageId));
  expect(mail.envelope.to).toMatchObject([{ address: onTheWire }]);
});

test('when names and numbers contain line breaks and HTML, then no header is injected and the HTML is escaped', async () => {
  const victim = newAddress();
  const event = paidEvent({
    orderNumber: `48213907\r\nBcc: ${victim}\r\n\r\n<script>`,
    customerName: `太郎\r\nBcc: ${victim}\r\n\r\n<script>alert(1)</script>`,
  });
  await environment.probe.publish(event);
  const mail = await mailbox.waitForMailTo(event.data.email);
  expect(mail.envelope.to).toHaveLength(1);
  expect(Object.keys(mail.headers)).not.toContain('bcc');
  expect(mail.html).not.toContain('<script>');
  expect(mail.text).toContain(`太郎 Bcc: ${victim} <script>alert(1)</script> 様`);
  expect(await mailbox.mailsTo(victim)).toEqual([]);
});

test.each(['', 'nobody', 'a@example.jp\r\nRCPT TO:<b@example.jp>', 'a@example.jp, b@example.jp', 'x <a@example.jp>'])(
  'when the recipient is %j, then nothing is sent and the message becomes a dead letter',
  async (email) => {
    const before = await environment.probe.deadLetters('notify.mails');
    const event = paidEvent({ email });
    await environment.probe.publish(event);
    const failed = await environment.failedFor(event);
    expect(failed.data).toMatchObject({ reason: 'refused: the recipient is not an email address', recipient: email });
    await waitUntil(async () => (await environment.probe.deadLetters('notify.mails')) === before + 1);
    expect((await environment.mailOf(event))?.state).toBe('failed');
  },
);

test('when a message is invalid, then it becomes a dead letter and the next mail is sent', async () => {
  const before = await environment.probe.deadLetters('notify.mails');
  const records = await environment.mails.countDocuments();
  await environment.probe.publishRaw('order.paid', '{"no":"event"}');
  await environment.probe.publishRaw('order.paid', JSON.stringify({ ...paidEvent(), data: { orderNumber: 1 } }));
  const next = paidEvent();
  await environment.probe.publish(next);
  await environment.sentFor(next);
  await waitUntil(async () => (await environment.probe.deadLetters('notify.mails')) === before + 2);
  expect(await environment.mails.countDocuments()).toBe(records + 1);
});
