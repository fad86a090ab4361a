import {
  claimReminderSubject,
  downloadReminderRequested,
  type EventData,
  expiryReminderSubject,
  formatDateTime,
  type ReminderKind,
} from '@stagereel/contracts';
import { defineMail, type Mail } from './mail.ts';
import { orderedVideos, statusLink } from './order-content.ts';
import { sampleLines } from './sample-lines.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

type Reminder = EventData<typeof downloadReminderRequested>;

const sample: Reminder = {
  kind: 'claim',
  orderNumber: '48213907',
  email: 'hanako@example.jp',
  customerName: '山田 花子',
  deliveredAt: '2026-11-23T03:00:00.000Z',
  pageId: 'q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE',
  expiresAt: '2026-12-23T03:00:00.000Z',
  statusToken: 'Zk3vQ9t1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNx',
  lines: sampleLines('48213907').slice(0, 2),
};

type Texts = {
  template: 'claim-reminder' | 'expiry-reminder';
  subject: (orderNumber: string) => string;
  heading: string;
  preview: (until: string) => string;
  intro: (until: string) => string;
  videos: string;
};

const reminderMail = (texts: Texts): Mail<Reminder> =>
  defineMail({
    template: texts.template,
    event: downloadReminderRequested,
    recipient: ({ email }) => email,
    orderNumber: ({ orderNumber }) => orderNumber,
    expiresAt: ({ expiresAt }) => new Date(expiresAt),
    deliveredAt: ({ deliveredAt }) => deliveredAt,
    subject: ({ orderNumber }) => texts.subject(orderNumber),
    content: ({ data: { orderNumber, customerName, pageId, expiresAt, statusToken, lines }, shop }) => {
      const until = formatDateTime(expiresAt);
      return {
        preview: texts.preview(until),
        heading: texts.heading,
        blocks: [
          { kind: 'paragraph', text: `${customerName} 様` },
          { kind: 'paragraph', text: texts.intro(until) },
          { kind: 'link', label: 'ダウンロードページを開く', url: shopPages(shop).download(pageId), hint: mailTexts.buttonHint },
          {
            kind: 'facts',
            heading: 'ご注文',
            facts: [
              { label: '注文番号', value: orderNumber },
              { label: 'ダウンロード期限', value: until },
            ],
          },
          { kind: 'videos', heading: texts.videos, videos: orderedVideos({ lines, isPriced: false }), total: null },
          statusLink({ statusToken, shop }),
          {
            kind: 'notes',
            heading: 'ご注意',
            notes: [
              'このメールと行き違いでダウンロードされた場合は、ご容赦ください。',
              '期限を過ぎるとダウンロードできなくなります。',
              'ダウンロードは動画1本につき1回限りです。保存する端末の空き容量と通信環境をご確認ください。',
              'ダウンロードページのURLは、ほかの方に教えないでください。',
            ],
          },
        ],
      };
    },
    samples: { 'two-videos': { ...sample, kind: texts.template === 'claim-reminder' ? 'claim' : 'expiry' } },
  });

/** Nothing was downloaded since the delivery. */
export const claimReminderMail = reminderMail({
  template: 'claim-reminder',
  subject: claimReminderSubject,
  heading: '動画のダウンロードはお済みですか',
  preview: (until) => `お届けした動画が、まだダウンロードされていません。期限は ${until} です。`,
  intro: (until) =>
    `先日お届けした動画が、まだダウンロードされていないようです。ダウンロードの期限は ${until} です。お早めにダウンロードページからお受け取りください。`,
  videos: 'お受け取りをお待ちしている動画',
});

/** The download page expires soon, and some videos were not downloaded. */
export const expiryReminderMail = reminderMail({
  template: 'expiry-reminder',
  subject: expiryReminderSubject,
  heading: 'ダウンロード期限が近づいています',
  preview: (until) => `まだダウンロードされていない動画があります。期限は ${until} です。`,
  intro: (until) =>
    `お届けした動画のうち、まだダウンロードされていないものがあります。ダウンロードの期限は ${until} です。期限までに、ダウンロードページからお受け取りください。`,
  videos: 'まだダウンロードされていない動画',
});

export const downloadReminderMails: Record<ReminderKind, Mail<Reminder>> = { claim: claimReminderMail, expiry: expiryReminderMail };
