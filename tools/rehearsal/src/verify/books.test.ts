import { describe, expect, test } from '@jest/globals';
import { lineRefundedSubject, orderConfirmationSubject, orderDeliverySubject } from '@stagereel/contracts';
import type { Visit } from '../play/visit.ts';
import { type Books, compareBooks, confirmationDelays } from './books.ts';

const NUMBER = '11111111';
const EMAIL = 'visitor-1@example.jp';

type Mail = Books['mails'][number] & { time: Date };
const mail = (subject: string, { id = subject, to = EMAIL }: { id?: string; to?: string } = {}): Mail => ({
  subject,
  to: [{ address: to }],
  headers: { 'message-id': id },
  time: new Date(5_000),
});
const line = (id: string, fields: Partial<Books['lines'][number]> = {}): Books['lines'][number] =>
  ({ id, orderNumber: id, declined: null, videoDownloadUrl: 'video:1', ...fields }) as Books['lines'][number];

const visit = (fields: Partial<Visit> = {}): Visit =>
  ({
    email: EMAIL,
    orderNumber: NUMBER,
    amount: 8000,
    chargedAt: 4_000,
    isConfirmed: true,
    items: [{}, {}, {}],
    phase: 'opening',
    ...fields,
  }) as Visit;

/** A customer who bought three videos: one was sent as a file and one as a link, and one was declined. */
const books = (changes: Partial<Books> = {}): Books => ({
  visits: [visit(), visit({ email: 'visitor-2@example.jp', orderNumber: '22222222', chargedAt: undefined, isConfirmed: false })],
  payments: [
    { id: 'pi_1', status: 'succeeded', amount: 8000, orderNumber: NUMBER },
    { id: 'pi_2', status: 'requires_payment_method', amount: 0, orderNumber: '22222222' },
  ],
  refunds: [{ paymentId: 'pi_1', status: 'succeeded', amount: 3000 }],
  lines: [
    line(`${NUMBER}-01`),
    line(`${NUMBER}-02`),
    line(`${NUMBER}-03`, { declined: { refundState: 'succeeded' }, videoDownloadUrl: null }),
  ],
  totals: new Map([[NUMBER, { total: 8000, refunded: 3000 }]]),
  mails: [mail(orderConfirmationSubject(NUMBER)), mail(orderDeliverySubject(NUMBER)), mail(lineRefundedSubject(NUMBER))],
  deliveries: {
    delivered: [
      { lineId: `${NUMBER}-01`, orderNumber: NUMBER, email: EMAIL, sha256: 'abc', size: 3 },
      { lineId: `${NUMBER}-02`, orderNumber: NUMBER, email: EMAIL, link: 'https://videos.example.com/1' },
    ],
    declined: [{ lineId: `${NUMBER}-03`, orderNumber: NUMBER }],
    failed: [],
  },
  downloads: [
    { lineId: `${NUMBER}-01`, sha256: 'abc', cuts: 1, isGivenTwice: false },
    { lineId: `${NUMBER}-02`, link: 'https://videos.example.com/1', cuts: 0, isGivenTwice: false },
  ],
  ...changes,
});
const found = (changes: Partial<Books> = {}) =>
  Object.fromEntries(Object.entries(compareBooks(books(changes))).filter(([, each]) => each.length > 0));

describe('the comparison of money, orders, mails and downloads', () => {
  test('when everything agrees, then nothing is found', () => {
    expect(found()).toEqual({});
  });

  const [confirmation, delivery, refunded] = [
    mail(orderConfirmationSubject(NUMBER)),
    mail(orderDeliverySubject(NUMBER)),
    mail(lineRefundedSubject(NUMBER)),
  ];
  const [first, unpaid] = books().payments;
  const [download, link] = books().downloads;
  if (!first || !unpaid || !download || !link) throw new Error('The books are empty');

  test.each<[string, Partial<Books>, string, string[]]>([
    ['a confirmation mail is lost', { mails: [delivery, refunded] }, 'withoutMail', [NUMBER]],
    ['a delivery mail is lost', { mails: [confirmation, refunded] }, 'undelivered', [NUMBER]],
    ['a refund mail is lost', { mails: [confirmation, delivery] }, 'refundMails', [NUMBER]],
    ['a mail comes as two messages', { mails: [...books().mails, mail(confirmation.subject, { id: 'other' })] }, 'mailedTwice', [NUMBER]],
    [
      'a mail goes to somebody else',
      { mails: [...books().mails, mail(confirmation.subject, { to: 'x@example.jp' })] },
      'misdirected',
      [NUMBER],
    ],
    [
      'an unpaid order gets a mail',
      { mails: [...books().mails, mail(orderDeliverySubject('22222222'), { to: 'visitor-2@example.jp' })] },
      'unpaidMails',
      ['22222222'],
    ],
    ['a charge is doubled', { payments: [first, { ...first, id: 'pi_3' }, unpaid] }, 'doubled', [NUMBER]],
    ['an order has a video more than was bought', { visits: [visit({ items: [] })] }, 'doubled', [NUMBER]],
    ['an order has no payment', { lines: [...books().lines, line('22222222-01')] }, 'unpaid', ['22222222']],
    ['the back office shows another sum', { totals: new Map([[NUMBER, { total: 9000, refunded: 3000 }]]) }, 'sums', [NUMBER]],
    ['a refund is missing', { refunds: [] }, 'refunds', [NUMBER]],
    ['a refund is doubled', { refunds: [...books().refunds, ...books().refunds] }, 'refunds', [NUMBER]],
    ['a download has other bytes', { downloads: [{ ...download, sha256: 'abd' }, link] }, 'downloads', [`${NUMBER}-01`]],
    ['a link is another one', { downloads: [download, { ...link, link: 'https://videos.example.com/2' }] }, 'downloads', [`${NUMBER}-02`]],
    ['a download is missing', { downloads: [link] }, 'downloads', [`${NUMBER}-01`]],
    ['a second browser gets the video', { downloads: [{ ...download, isGivenTwice: true }, link] }, 'givenTwice', [`${NUMBER}-01`]],
  ])('when %s, then it is found and named', (_, changes, kind, names) => {
    expect(found(changes)).toMatchObject({ [kind]: names });
  });

  test('when a paid order is missing in the back office, then it is lost, also if the provider does not list the payment', () => {
    expect(found({ lines: [] })).toMatchObject({ lost: [NUMBER] });
    expect(found({ lines: [], payments: [] })).toMatchObject({ lost: [NUMBER] });
  });
});

test('when a mail arrived, then its delay counts from the payment', () => {
  expect(confirmationDelays({ visits: books().visits, mails: [mail(orderConfirmationSubject(NUMBER))] })).toEqual([
    { phase: 'opening', ms: 1_000 },
  ]);
});
