import { baseOrderNumber, normalise, normaliseEmail, orderLookupSchema } from '@stagereel/contracts';
import { emailProblem, saidOnly } from '../../../lib/person-rules.ts';
import type { OrderLookup } from '../api/look-up-order.ts';

export const LOOKUP_FIELDS = ['orderNumber', 'email'] as const;

const orderNumberProblem = (typed: string): string | undefined => {
  if (normalise(typed) === '') return '注文番号を入力してください。';
  return orderLookupSchema.shape.orderNumber.safeParse(typed).error?.issues[0]?.message;
};

/** What is wrong with each field. A line's number (12345678-01) is as good as its order's. */
export const lookupProblems = ({ orderNumber, email }: OrderLookup) =>
  saidOnly({ orderNumber: orderNumberProblem(orderNumber), email: emailProblem(email) });

/** As the shop compares it. */
export const normalisedLookup = ({ orderNumber, email }: OrderLookup): OrderLookup => ({
  orderNumber: baseOrderNumber(normalise(orderNumber)),
  email: normaliseEmail(email),
});
