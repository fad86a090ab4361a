import { expect, test } from '@jest/globals';
import { saleStartedSubject } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { paidEvent, saleStartedEvent } from '../support/events.ts';
import { sharedMailbox } from '../support/mailbox.ts';
import { createScriptedEnvironment } from '../support/scripted-notify.ts';

const { environment, smtp } = createScriptedEnvironment();

/** The whole mail collection as text. */
const databaseText = async (): Promise<string> => JSON.stringify(await environment().mails.find().toArray());

test('when the event arrives repeatedly, then one mail is sent, and nothing stored or published has the address', async () => {
  const mailbox = sharedMailbox();
  await environment().start({ SMTP_URL: mailbox.smtpUrl });
  const event = saleStartedEvent();
  const { email } = event.data;
  await Promise.all(Array.from({ length: 5 }, () => environment().probe.publish(event)));
  const sent = await environment().sentMailOf(event);
  await environment().probe.publish(event);
  const last = saleStartedEvent();
  await environment().probe.publish(last);
  await environment().sentMailOf(last);
  await waitUntil(async () => (await environment().mails.countDocuments({ state: { $ne: 'sent' } })) === 0);

  const [mail, ...others] = await mailbox.mailsTo(email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: saleStartedSubject(event.data.contestName), to: [{ address: email }] });
  expect(mail?.html).toContain(`href="https://shop.example.jp/order-form/${encodeURIComponent(event.data.contestSlug)}"`);
  expect(sent).toMatchObject({ template: 'sale-started', recipient: '', orderNumber: null });
  expect(await databaseText()).not.toContain(email);
});

test('when the mail server refuses the address and repeats it, then neither the record nor the event have it', async () => {
  smtp().setScript({ recipient: (address) => `550 5.1.1 <${address}>: unknown user` });
  await environment().start({ SMTP_URL: smtp().url });
  const event = saleStartedEvent();
  await environment().probe.publish(event);
  const failed = await environment().failedFor(event);
  expect(failed.data).toMatchObject({ recipient: '', reason: expect.stringContaining('<[recipient]>: unknown user') });
  expect(JSON.stringify(failed)).not.toContain(event.data.email);
  expect(await databaseText()).not.toContain(event.data.email);
  // A dead letter would keep the address.
  expect(await environment().probe.deadLetters('notify.announcements')).toBe(0);
});

test('when the sale started more than a week ago, then no mail is sent', async () => {
  await environment().start({ SMTP_URL: smtp().url });
  const event = saleStartedEvent({ expiresAt: new Date(Date.now() - 1).toISOString() });
  await environment().probe.publish(event);
  expect((await environment().failedFor(event)).data.reason).toMatch(/^expired: /);
  expect(smtp().received.filter(({ to }) => to === event.data.email)).toEqual([]);
});

test('when 200 announcements are queued, then the confirmation of an order does not wait for them', async () => {
  const BULK = 200;
  smtp().setScript({ message: () => new Promise((resolve) => setTimeout(resolve, 100, '250 ok')) });
  await environment().start({ SMTP_URL: smtp().url });
  await Promise.all(Array.from({ length: BULK }, () => environment().probe.publish(saleStartedEvent())));
  await waitUntil(() => smtp().received.length >= 2);
  const order = paidEvent();
  await environment().probe.publish(order);
  await environment().sentMailOf(order);
  expect(smtp().received.length).toBeLessThan(BULK / 2);
});
