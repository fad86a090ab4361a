import type { AdminLine } from '@stagereel/contracts';
import { type Mail, openMailbox } from '@stagereel/shop-client';
import type { Stack } from '@stagereel/stack';
import { z } from 'zod';
import type { Purchase } from './purchases.ts';

const PAGE_SIZE = 100;

const paymentListSchema = z.object({
  has_more: z.boolean(),
  data: z.array(z.object({ id: z.string(), status: z.string(), metadata: z.record(z.string(), z.string()) })),
});
type Payment = z.infer<typeof paymentListSchema>['data'][number];

/** All payments that the provider knows, also those that no order knows. */
export const listPayments = async ({ url, secretKey }: Stack['backing']['stripe']): Promise<Payment[]> => {
  const payments: Payment[] = [];
  for (;;) {
    const last = payments.at(-1);
    const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(last ? { starting_after: last.id } : {}) });
    const response = await fetch(`${url}/v1/payment_intents?${query}`, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(10_000),
    });
    const page = paymentListSchema.parse(await response.json());
    payments.push(...page.data);
    if (!page.has_more) return payments;
  }
};

/** The confirmation mails by order number. */
export const listConfirmations = async (mailboxUrl: string): Promise<Map<string, Mail[]>> => {
  const byOrder = new Map<string, Mail[]>();
  for (const mail of await openMailbox(mailboxUrl).all()) {
    const number = mail.subject.includes('ご注文') ? /\d{8}/.exec(mail.subject)?.[0] : undefined;
    if (number) byOrder.set(number, [...(byOrder.get(number) ?? []), mail]);
  }
  return byOrder;
};

export type Books = {
  purchases: readonly Purchase[];
  payments: readonly Payment[];
  lines: readonly AdminLine[];
  confirmations: ReadonlyMap<string, readonly Mail[]>;
};

/** Every disagreement between what customers saw, the provider's payments, the shop's orders and the mails. Order numbers by kind. */
export type Disagreements = {
  /** Charged, and the shop has no order. */
  lost: string[];
  /** An order without a successful payment. */
  unpaid: string[];
  /** Charged twice, or listed with more lines than were bought. */
  doubled: string[];
  withoutMail: string[];
  /** Two different messages. The same message twice is possible when a connection breaks while it is accepted. */
  mailedTwice: string[];
  /** The mail went to somebody else. */
  misdirected: string[];
};

const baseOf = ({ orderNumber }: AdminLine): string => orderNumber.split('-')[0] ?? '';
const duplicates = (values: readonly string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index);

export const compareBooks = ({ purchases, payments, lines, confirmations }: Books): Disagreements => {
  const charged = payments.flatMap(({ status, metadata }) => (status === 'succeeded' ? [metadata['order_number'] ?? ''] : []));
  const paid = new Set(charged);
  const listed = lines.map(baseOf);
  const emails = new Map(purchases.map(({ orderNumber, email }) => [orderNumber, email]));
  const told = purchases.flatMap(({ orderNumber, isCharged }) => (orderNumber && isCharged ? [orderNumber] : []));
  const mailsOf = (number: string): readonly Mail[] => confirmations.get(number) ?? [];
  return {
    lost: [...new Set([...paid, ...told])].filter((number) => !listed.includes(number)),
    unpaid: listed.filter((number) => !paid.has(number)),
    doubled: [...new Set([...duplicates(charged), ...duplicates(listed)])],
    withoutMail: [...paid].filter((number) => mailsOf(number).length === 0),
    mailedTwice: [...paid].filter((number) => new Set(mailsOf(number).map(({ headers }) => headers['message-id'])).size > 1),
    misdirected: [...paid].filter((number) => mailsOf(number).some(({ to }) => to[0]?.address !== emails.get(number))),
  };
};

/** Mails that arrived more than once as the same message. */
export const countRepeats = (confirmations: Books['confirmations']): number =>
  [...confirmations.values()].filter((mails) => mails.length > 1).length;
