import { z } from 'zod';
import { cancellationReasons } from '../domain/change-payment-intent.ts';
import { booleanParam, integerParam, listParams, metadataParam, returnUrlParam, textParam } from '../domain/parse-params.ts';

const cardParam = z.strictObject({
  number: z.string().max(50),
  exp_month: z.string().max(10),
  exp_year: z.string().max(10),
  cvc: z.string().max(10).optional(),
});

const billingDetailsParam = z.strictObject({ name: z.string().max(500) });

const paymentMethodDataParam = z.strictObject({
  type: z.literal('card'),
  card: cardParam,
  billing_details: billingDetailsParam.optional(),
});

const confirmation = {
  allowed_payment_method_types: z.array(z.literal('card', 'this simulator supports card only')).min(1).optional(),
  payment_method: textParam.optional(),
  payment_method_data: paymentMethodDataParam.optional(),
  receipt_email: z.string().max(512).optional(),
  return_url: returnUrlParam.optional(),
};

export const createParams = z.strictObject({
  amount: integerParam,
  currency: z.string().toLowerCase().pipe(z.literal('jpy', 'this simulator supports jpy only')),
  confirm: booleanParam.optional(),
  description: z.string().max(1000).optional(),
  metadata: metadataParam,
  ...confirmation,
});
export type CreateParams = z.output<typeof createParams>;

export const confirmParams = z.strictObject({ client_secret: z.string().optional(), ...confirmation });
export type ConfirmParams = z.output<typeof confirmParams>;

export const retrieveParams = z.strictObject({ client_secret: z.string().optional() });
export const cancelParams = z.strictObject({ cancellation_reason: z.enum(cancellationReasons).optional() });
export const paymentIntentListParams = z.strictObject(listParams);
