import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  accountMailSubjects,
  type EventEnvelope,
  orderLinkSubject,
  personalDataEraseRequested,
  personalDataSectionsSchema,
} from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { orderLinkMail } from '../../src/mails/index.ts';
import { newAddress, orderLinkEvent, passwordEvent, registeredEvent, repeatedEvent, verifyLinkEvent } from '../support/events.ts';
import { sharedMailbox } from '../support/mailbox.ts';
import { type Notify, startEnvironment } from '../support/notify.ts';

const SHOP = 'https://shop.example.jp';

const mailbox = sharedMailbox();
const environment = useService(startEnvironment);

let notify: Notify;
beforeAll(async () => {
  notify = await environment.start({ SMTP_URL: mailbox.smtpUrl });
});

type Case = {
  template: string;
  event: EventEnvelope<{ email: string }>;
  queue: 'mails' | 'codes';
  subject: string;
  orderNumber: string | null;
  texts: string[];
  links: string[];
};

const { page } = orderLinkMail.samples['delivered']!;

const cases: Case[] = [
  {
    template: 'registration',
    event: registeredEvent({ name: '鈴木 一郎' }),
    queue: 'mails',
    subject: accountMailSubjects.registration,
    orderNumber: null,
    texts: ['鈴木 一郎 様', '会員登録が完了しました', '心当たりがない場合'],
    links: [`${SHOP}/`, `${SHOP}/purchase-history`, `${SHOP}/account`],
  },
  {
    template: 'verify-link',
    event: verifyLinkEvent({ token: 'a-token_0123456789012345678901' }),
    queue: 'codes',
    subject: accountMailSubjects['verify-link'],
    orderNumber: null,
    texts: ['（お申し込みから24時間）', '別のブラウザや端末で開いた場合は、お申し込みの際に設定したパスワード', '心当たりがない場合'],
    links: [`${SHOP}/verify-email?token=a-token_0123456789012345678901`],
  },
  {
    template: 'already-registered',
    event: repeatedEvent(),
    queue: 'mails',
    subject: accountMailSubjects['already-registered'],
    orderNumber: null,
    texts: ['すでに会員登録されています', '心当たりがない場合'],
    links: [`${SHOP}/login`, `${SHOP}/forgot-password`],
  },
  {
    template: 'password-changed',
    event: passwordEvent({ how: 'change', changedAt: '2026-11-20T15:05:00.000Z' }),
    queue: 'mails',
    subject: accountMailSubjects['password-changed'],
    orderNumber: null,
    texts: ['パスワードを変更しました', '2026年11月21日(土) 00:05', 'お心当たりがない場合'],
    links: [`${SHOP}/forgot-password`, `${SHOP}/contact`],
  },
  {
    template: 'password-reset',
    event: passwordEvent({ how: 'reset', changedAt: '2026-11-20T15:05:00.000Z' }),
    queue: 'mails',
    subject: accountMailSubjects['password-reset'],
    orderNumber: null,
    texts: ['パスワードを再設定しました', '2026年11月21日(土) 00:05', 'お心当たりがない場合'],
    links: [`${SHOP}/forgot-password`, `${SHOP}/contact`],
  },
  {
    template: 'order-link',
    event: orderLinkEvent({ orderNumber: '48213999', paidAt: new Date().toISOString() }),
    queue: 'mails',
    subject: orderLinkSubject('48213999'),
    orderNumber: '48213999',
    texts: ['ご注文の動画は準備中です', 'お届け予定日', 'ステージカップ2026 東京大会', '¥10,000（税込）', '心当たりがない場合'],
    links: [`${SHOP}/receipt/48213999`],
  },
  {
    template: 'order-link',
    event: orderLinkEvent({ orderNumber: '48214000', page: { ...page!, expiresAt: '2126-12-23T03:00:00.000Z' } }),
    queue: 'mails',
    subject: orderLinkSubject('48214000'),
    orderNumber: '48214000',
    texts: ['ご注文の動画はお届け済みです', '2126年12月23日(月) 12:00'],
    links: [`${SHOP}/receipt/48214000`, `${SHOP}/download/${page!.pageId}`],
  },
];

test.each(cases)(
  'when $event.type for $template arrives repeatedly, then one mail is sent, and HTML and text have the same content and links (customer 2.16)',
  async ({ template, event, queue, subject, orderNumber, texts, links }) => {
    const { email } = event.data;
    await Promise.all(Array.from({ length: 5 }, () => environment.probe.publish(event)));
    const sent = await environment.sentMailOf(event);
    await environment.probe.publish(event);
    const last = queue === 'codes' ? verifyLinkEvent() : repeatedEvent();
    await environment.probe.publish(last);
    await environment.sentMailOf(last);
    await waitUntil(async () => (await environment.mails.countDocuments({ state: { $ne: 'sent' } })) === 0);

    const [mail, ...others] = await mailbox.mailsTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject, to: [{ address: email }], headers: { 'message-id': sent.messageId } });
    for (const expected of texts)
      expect([mail!.text, mail!.html]).toEqual([expect.stringContaining(expected), expect.stringContaining(expected)]);
    for (const link of links)
      expect([mail!.text, mail!.html]).toEqual([expect.stringContaining(`\n${link}\n`), expect.stringContaining(`href="${link}"`)]);
    expect(sent).toMatchObject({ template, recipient: email, orderNumber });
    // Only an order waits for the report.
    if (orderNumber !== null) await environment.sentFor(event);
    const reported =
      orderNumber === null ? [] : [{ correlationId: event.correlationId, data: { template, recipient: email, orderNumber } }];
    expect(environment.eventsOf('mail.sent', event)).toMatchObject(reported);
  },
);

describe('texts that users entered', () => {
  test('when a name contains line breaks, HTML and bidirectional characters, then the mail shows it as one line of text', async () => {
    const victim = newAddress();
    const name = `太郎\r\nBcc: ${victim}\r\n\r\n<script>alert(1)</script>\u202egpj`;
    for (const event of [registeredEvent({ name }), orderLinkEvent({ customerName: name, orderNumber: `1\r\nBcc: ${victim}` })]) {
      await environment.probe.publish(event);
      const mail = await mailbox.waitForMailTo(event.data.email);
      expect(mail.envelope.to).toHaveLength(1);
      expect(Object.keys(mail.headers)).not.toContain('bcc');
      expect(mail.html).not.toContain('<script>');
      expect(mail.text).toContain(`太郎 Bcc: ${victim} <script>alert(1)</script> gpj 様\n`);
    }
    expect(await mailbox.mailsTo(victim)).toEqual([]);
  });

  test('when an address contains line breaks, then nothing is sent', async () => {
    const victim = newAddress();
    const event = verifyLinkEvent({ email: `a@example.jp\r\nRCPT TO:<${victim}>` });
    await environment.probe.publish(event);
    expect((await environment.failedFor(event)).data.reason).toBe('refused: the recipient is not an email address');
    expect(await mailbox.mailsTo(victim)).toEqual([]);
  });

  test('when a token contains special characters, then they are encoded in the URL (customer 2.19)', async () => {
    const event = verifyLinkEvent({ token: 'x&next=https://evil.example/#y' });
    await environment.probe.publish(event);
    const { text } = await mailbox.waitForMailTo(event.data.email);
    expect(text).toContain(`${SHOP}/verify-email?token=x%26next%3Dhttps%3A%2F%2Fevil.example%2F%23y\n`);
  });
});

test.each([
  ['mails', registeredEvent, { userId: 1 }],
  ['mails', repeatedEvent, { email: null }],
  ['mails', passwordEvent, { how: 'guess' }],
  ['mails', orderLinkEvent, { page: 'none' }],
  ['codes', verifyLinkEvent, { expiresAt: 'tomorrow' }],
] as const)('when a message of %s is invalid, then it becomes a dead letter and the next one is processed', async (queue, make, poison) => {
  const before = await environment.probe.deadLetters(`notify.${queue}`);
  const bad = make();
  await environment.probe.publishRaw(bad.type, JSON.stringify({ ...bad, data: { ...bad.data, ...poison } }), bad.id);
  const next = make();
  await environment.probe.publish(next);
  await environment.sentMailOf(next);
  await waitUntil(async () => (await environment.probe.deadLetters(`notify.${queue}`)) === before + 1);
  expect(await environment.mailOf(bad)).toBeNull();
});

test('when an address was erased, then its records have the pseudonym, late mails are still sent, and newer ones are recorded as usual', async () => {
  const email = newAddress();
  const pseudonym = '削除済み-1a2b3c4d5e6f';
  const [before, late] = [registeredEvent({ email }), repeatedEvent({ email })];
  await environment.probe.publish(before);
  await environment.sentMailOf(before);
  const erasure = createEvent(personalDataEraseRequested, { email, pseudonym, requestedAt: new Date().toISOString() });
  const newer = { ...passwordEvent({ email }), occurredAt: new Date(Date.now() + 1000).toISOString() };
  await environment.probe.publish(erasure);
  const recipientOf = async (cause: EventEnvelope) => (await environment.mailOf(cause))?.recipient;
  await waitUntil(async () => (await recipientOf(before)) === pseudonym, { what: 'the pseudonym' });
  for (const event of [late, newer, erasure]) await environment.probe.publish(event);
  await waitUntil(async () => (await mailbox.mailsTo(email)).length === 3, { what: 'all three mails' });
  await environment.sentMailOf(newer);
  await waitUntil(async () => (await recipientOf(late)) === pseudonym, { what: 'the pseudonym of the late mail' });
  expect(await recipientOf(newer)).toBe(email);

  const response = await fetch(`${notify.url}/internal/personal-data?${new URLSearchParams({ email })}`, {
    headers: { 'x-internal-token': environment.backing.INTERNAL_TOKEN },
  });
  const { sections } = personalDataSectionsSchema.parse(await response.json());
  expect(sections[0]?.records).toMatchObject([{ メールの種類: 'パスワード変更のお知らせ', 結果: '送信済み' }]);
});
