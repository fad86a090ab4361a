import { type AdminLine, lineRefundedSubject, orderConfirmationSubject, orderDeliverySubject } from '@stagereel/contracts';
import type { Mail } from '@stagereel/shop-client';
import type { Deliveries } from '../play/deliver-videos.ts';
import type { Download } from '../play/download-videos.ts';
import type { Visit } from '../play/visit.ts';

export type Payment = { id: string; status: string; amount: number; orderNumber: string };
export type Refund = { paymentId: string; status: string; amount: number };

/** Everything that can be seen from outside: by the visitors, at the card provider, in the back office, and in the mailboxes. */
export type Books = {
  visits: readonly Visit[];
  payments: readonly Payment[];
  refunds: readonly Refund[];
  lines: readonly AdminLine[];
  /** What the back office says about paid and refunded yen, by order number. */
  totals: ReadonlyMap<string, { total: number; refunded: number }>;
  mails: readonly Pick<Mail, 'subject' | 'to' | 'headers'>[];
  deliveries: Deliveries;
  downloads: readonly Download[];
};

/** What must be true, by the kind of disagreement. The report prints these sentences. */
export const PROMISES = {
  lost: 'every charged payment has an order in the back office',
  unpaid: 'every order in the back office has a successful payment',
  doubled: 'no visitor is charged twice, and no order has more videos than were bought',
  sums: 'each order has the sum that its customer saw, that the card was charged, and that the back office shows',
  refunds: 'each declined video is paid back once, and nothing else is',
  withoutMail: 'every paid order has its confirmation mail',
  mailedTwice: 'no order has two different confirmation or delivery mails',
  misdirected: 'every mail about an order went to the customer who paid for it',
  unpaidMails: 'no mail about an order went to a visitor who did not pay',
  undelivered: 'every video that was not declined is delivered, with its mail',
  refundMails: 'every declined video has its mail, once',
  downloads: 'every customer got each video, byte for byte, also after broken connections',
  givenTwice: 'nobody else got a video with the same link',
} as const;
export type Disagreements = Record<keyof typeof PROMISES, string[]>;

const baseOf = (lineNumber: string): string => lineNumber.split('-')[0] ?? '';

const group = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const existing = groups.get(key);
    if (existing) existing.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const orderNumberIn = ({ subject }: { subject: string }): string => /注文番号 (\d{8})/.exec(subject)?.[1] ?? '';
/** The same message twice is possible when a connection breaks while it is accepted. */
const differentMessages = (mails: Books['mails']): number => new Set(mails.map(({ headers }) => headers['message-id'])).size;

/** Finds every disagreement. Each entry names the order, the line or the visitor. */
export const compareBooks = (books: Books): Disagreements => {
  const { visits, payments, refunds, lines, totals, mails, deliveries, downloads } = books;
  const succeeded = payments.filter(({ status }) => status === 'succeeded');
  const paid = group(succeeded, ({ orderNumber }) => orderNumber);
  const listed = group(lines, ({ orderNumber }) => baseOf(orderNumber));
  const begun = new Map(visits.flatMap((visit) => (visit.orderNumber === undefined ? [] : [[visit.orderNumber, visit] as const])));
  const told = visits.flatMap(({ orderNumber, chargedAt }) => (orderNumber !== undefined && chargedAt !== undefined ? [orderNumber] : []));
  const paidNumbers = [...new Set([...paid.keys(), ...told])];
  const orderMails = mails.filter((mail) => orderNumberIn(mail) !== '');
  const bySubject = group(orderMails, ({ subject }) => subject);
  const mailsNamed = (subject: string): Books['mails'] => bySubject.get(subject) ?? [];

  const refundsByPayment = group(
    refunds.filter(({ status }) => status === 'succeeded'),
    ({ paymentId }) => paymentId,
  );
  const refundedOf = (number: string): Refund[] => (paid.get(number) ?? []).flatMap(({ id }) => refundsByPayment.get(id) ?? []);
  const declined = group(deliveries.declined, ({ orderNumber }) => orderNumber);
  const deliveredOrders = group(deliveries.delivered, ({ orderNumber }) => orderNumber);
  const delivered = new Map(deliveries.delivered.map((line) => [line.lineId, line]));
  const downloaded = group(downloads, ({ lineId }) => lineId);

  const differsInSum = (number: string): boolean => {
    const charged = sumOf((paid.get(number) ?? []).map(({ amount }) => amount));
    const { total } = totals.get(number) ?? {};
    const seen = begun.get(number)?.amount;
    return charged !== total || (seen !== undefined && seen !== charged);
  };
  const differsInRefunds = (number: string): boolean => {
    const back = refundedOf(number);
    const expected = declined.get(number)?.length ?? 0;
    return back.length !== expected || sumOf(back.map(({ amount }) => amount)) !== (totals.get(number)?.refunded ?? 0);
  };
  const isWrong = (line: Deliveries['delivered'][number]): boolean => {
    const [download, ...others] = downloaded.get(line.lineId) ?? [];
    return !download || others.length > 0 || download.sha256 !== line.sha256 || download.link !== line.link;
  };

  return {
    lost: paidNumbers.filter((number) => !listed.has(number)),
    unpaid: [...listed.keys()].filter((number) => !paid.has(number)),
    doubled: [
      ...[...paid].flatMap(([number, charges]) => (charges.length > 1 ? [number] : [])),
      ...[...listed].flatMap(([number, each]) =>
        each.length > (begun.get(number)?.items.length ?? Number.POSITIVE_INFINITY) ? [number] : [],
      ),
      ...[
        ...group(
          succeeded.flatMap(({ orderNumber }) => begun.get(orderNumber) ?? []),
          ({ email }) => email,
        ),
      ].flatMap(([email, each]) => (new Set(each.map(({ orderNumber }) => orderNumber)).size > 1 ? [email] : [])),
    ],
    sums: paidNumbers.filter(differsInSum),
    refunds: [...new Set([...paidNumbers, ...declined.keys()])].filter(differsInRefunds),
    withoutMail: paidNumbers.filter((number) => mailsNamed(orderConfirmationSubject(number)).length === 0),
    mailedTwice: paidNumbers.filter((number) =>
      [orderConfirmationSubject, orderDeliverySubject].some((subjectOf) => differentMessages(mailsNamed(subjectOf(number))) > 1),
    ),
    misdirected: orderMails.flatMap((mail) => {
      const expected = begun.get(orderNumberIn(mail))?.email;
      return expected !== undefined && mail.to.some(({ address }) => address !== expected) ? [orderNumberIn(mail)] : [];
    }),
    unpaidMails: [...new Set(orderMails.map(orderNumberIn))].filter((number) => begun.has(number) && !paid.has(number)),
    undelivered: [
      ...lines.flatMap(({ id, videoDownloadUrl, declined: refusal }) =>
        refusal === null && (videoDownloadUrl === null || !delivered.has(id)) ? [id] : [],
      ),
      ...[...deliveredOrders.keys()].filter((number) => mailsNamed(orderDeliverySubject(number)).length === 0),
      ...deliveries.failed,
    ],
    refundMails: [...declined].flatMap(([number, each]) =>
      differentMessages(mailsNamed(lineRefundedSubject(number))) === each.length ? [] : [number],
    ),
    downloads: [...delivered.values()].filter(isWrong).map(({ lineId }) => {
      const failure = downloaded.get(lineId)?.[0]?.failure;
      return failure === undefined ? lineId : `${lineId}: ${failure}`;
    }),
    givenTwice: downloads.flatMap(({ lineId, isGivenTwice }) => (isGivenTwice ? [lineId] : [])),
  };
};

/** How many ms after the payment each confirmation mail arrived. */
export const confirmationDelays = ({ visits, mails }: { visits: readonly Visit[]; mails: readonly Pick<Mail, 'subject' | 'time'>[] }) => {
  const arrived = new Map<string, number>();
  for (const { subject, time } of mails) if (!arrived.has(subject)) arrived.set(subject, time.getTime());
  return visits.flatMap(({ orderNumber = '', chargedAt, phase }) => {
    const at = arrived.get(orderConfirmationSubject(orderNumber));
    return chargedAt === undefined || at === undefined ? [] : [{ phase, ms: Math.max(0, at - chargedAt) }];
  });
};
