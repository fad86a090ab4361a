import { z } from 'zod';
import { type ApiError, invalidRequest } from './api-error.ts';
import type { Form } from './form.ts';

/** Validates the parameters of a request. Throws Stripe's 400 for the first invalid one, with its `param` and `code`. */
export function parseParams<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? refusalOf(issue) : invalidRequest({ message: 'Invalid request.' });
}

function refusalOf(issue: z.core.$ZodIssue): ApiError {
  const param = paramName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = paramName([...issue.path, issue.keys[0] ?? '']);
    return invalidRequest({ code: 'parameter_unknown', param: unknown, message: `Received unknown parameter: ${unknown}` });
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return invalidRequest({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` });
  }
  const code = issue.code === 'custom' ? (issue.params?.['code'] as string | undefined) : undefined;
  return invalidRequest({ code, param, message: `Invalid ${param}: ${issue.message}` });
}

/** `['card', 'number']` → `card[number]` */
function paramName([head = '', ...rest]: PropertyKey[]): string {
  return String(head) + rest.map((segment) => `[${String(segment)}]`).join('');
}

const integer = z
  .string()
  .refine((text) => /^-?\d{1,15}$/.test(text), { params: { code: 'parameter_invalid_integer' }, error: 'not an integer' })
  .transform(Number);
const text = z.string().min(1).max(5000);
const metadata = z.record(z.string().max(40), z.string().max(500)).default({});

/** Only http and https, because the browser is redirected there. */
const returnUrl = z.url({ protocol: /^https?$/, error: 'not an http or https address' });

const confirmation = {
  payment_method: text.optional(),
  payment_method_data: z
    .strictObject({
      type: z.literal('card'),
      card: z.strictObject({ number: text, exp_month: text, exp_year: text, cvc: text.optional() }),
      billing_details: z.strictObject({ name: text }).optional(),
    })
    .optional(),
  return_url: returnUrl.optional(),
};

export const createIntentParams = z.strictObject({
  amount: integer,
  currency: z.string().pipe(z.literal('jpy', 'this simulator supports jpy only')),
  confirm: z.literal('true').optional(),
  description: text.optional(),
  metadata,
  receipt_email: text.optional(),
  allowed_payment_method_types: z.array(z.literal('card', 'this simulator supports card only')).optional(),
  ...confirmation,
});
export type CreateIntentParams = z.output<typeof createIntentParams>;

export const confirmParams = z.strictObject({ client_secret: z.string().optional(), ...confirmation });
export type ConfirmParams = Pick<z.output<typeof confirmParams>, keyof typeof confirmation>;
export type CardParams = NonNullable<ConfirmParams['payment_method_data']>;

export const retrieveParams = z.strictObject({ client_secret: z.string().optional() });
export const cancelParams = z.strictObject({});
export const refundParams = z.strictObject({ payment_intent: text, amount: integer.optional(), metadata });
export type RefundParams = z.output<typeof refundParams>;

export const listParams = z.strictObject({
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer }).optional(),
  payment_intent: text.optional(),
  type: text.optional(),
});
export type ListParams = z.output<typeof listParams>;
