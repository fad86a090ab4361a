import { baseOrderNumber, normalise, normaliseEmail, orderLookupSchema } from '@stagereel/contracts';
import type { OrderLookup } from '../../../api/orders.ts';
import { emailProblem, withoutEmpty } from '../../../lib/form-rules.ts';

export const LOOKUP_FIELDS = ['orderNumber', 'email'] as const;

const orderNumberProblem = (typed: string): string | undefined => {
  if (normalise(typed) === '') return '注文番号を入力してください。';
  return orderLookupSchema.shape.orderNumber.safeParse(typed).error?.issues[0]?.message;
};

/** The errors by field. The number of an order line (12345678-01) is accepted too. */
export const lookupProblems = ({ orderNumber, email }: OrderLookup) =>
  withoutEmpty({ orderNumber: orderNumberProblem(orderNumber), email: emailProblem(email) });

/** The normalised values. */
export const normalisedLookup = ({ orderNumber, email }: OrderLookup): OrderLookup => ({
  orderNumber: baseOrderNumber(normalise(orderNumber)),
  email: normaliseEmail(email),
});
