import { z } from 'zod';
import { cancellationReasons } from '../domain/change-payment-intent.ts';
import { booleanParam, integerParam, listParams, metadataParam, returnUrlParam, textParam } from '../domain/parse-params.ts';

const cardParam = z.strictObject({
  number: z.string().max(50),
  exp_month: z.string().max(10),
  exp_year: z.string().max(10),
  cvc: z.string().max(10).optional(),
});

const addressParam = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
});

const billingDetailsParam = z.strictObject({
  address: addressParam
    .transform((address) => ({ city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...address }))
    .optional(),
  email: z.string().max(512).optional(),
  name: z.string().max(500).optional(),
  phone: z.string().max(50).optional(),
});

const paymentMethodDataParam = z.strictObject({
  type: z.literal('card'),
  card: cardParam,
  billing_details: billingDetailsParam.optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
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
  automatic_payment_methods: z.strictObject({ enabled: booleanParam, allow_redirects: z.enum(['always', 'never']).optional() }).optional(),
  confirm: booleanParam.optional(),
  description: z.string().max(1000).optional(),
  metadata: metadataParam,
  statement_descriptor: z.string().max(22).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  ...confirmation,
});
export type CreateParams = z.output<typeof createParams>;

export const confirmParams = z.strictObject({ client_secret: z.string().optional(), ...confirmation });
export type ConfirmParams = z.output<typeof confirmParams>;

export const retrieveParams = z.strictObject({ client_secret: z.string().optional() });
export const cancelParams = z.strictObject({ cancellation_reason: z.enum(cancellationReasons).optional() });
export const paymentIntentListParams = z.strictObject(listParams);
