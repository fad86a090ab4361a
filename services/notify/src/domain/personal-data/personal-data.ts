import { type EventData, formatDateTime, mailText, type PersonalDataSection, type personalDataEraseRequested } from '@stagereel/contracts';
import type { NotifyDeps } from '../deps.ts';
import type { MailState } from '../mail/mail-record.ts';

const states: Readonly<Record<MailState, string>> = {
  sending: '送信中',
  waiting: '送信待ち',
  failed: '送信できず',
  recalled: '送信の取りやめ',
  sent: '送信済み',
};

/** What notify stores about an address: that mails were sent, not their text. */
export const describeMails = async ({ mails }: NotifyDeps, { email }: { email: string }): Promise<PersonalDataSection[]> => [
  {
    title: '送信したメールの記録',
    records: (await mails.listByRecipient(email)).map(({ template, state, orderNumber, createdAt, sentAt }) => ({
      受付日時: formatDateTime(createdAt.toISOString()),
      送信日時: sentAt && formatDateTime(sentAt.toISOString()),
      メールの種類: mailText(template),
      結果: states[state],
      注文番号: orderNumber,
    })),
  },
];

/** Erases an address from the records of its mails, as often as the event arrives. Events that arrive later are found by `erasures`. */
export const eraseRecipient = async (
  { mails, erasures }: NotifyDeps,
  { email, pseudonym, requestedAt }: EventData<typeof personalDataEraseRequested>,
): Promise<void> => {
  const until = new Date(requestedAt);
  await erasures.remember({ email, pseudonym, requestedAt: until });
  await mails.pseudonymise({ recipient: email, pseudonym, until });
};
