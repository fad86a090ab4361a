import { z } from 'zod';
import type { Form } from '../form.ts';
import { type ApiError, invalidRequest } from './api-error.ts';

/** Validates the parameters of a request. Throws Stripe's 400 for the first invalid one, with its `param` and `code`. */
export function parseParams<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw invalidRequest({ message: 'Invalid request.' });
  throw refusalOf(issue);
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
function paramName(path: PropertyKey[]): string {
  const [head = '', ...rest] = path.map(String);
  return head + rest.map((segment) => `[${segment}]`).join('');
}

/** An integer in form encoding. */
export const integerParam = z.string().transform((text, context) => {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  context.addIssue({ code: 'custom', params: { code: 'parameter_invalid_integer' }, message: `${text} is not an integer` });
  return z.NEVER;
});

export const textParam = z
  .string()
  .max(5000)
  .refine((text) => text !== '', { params: { code: 'parameter_invalid_empty' }, error: 'must not be empty' });

export const booleanParam = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Up to 50 texts of up to 500 characters under names of up to 40: https://docs.stripe.com/metadata */
export const metadataParam = z
  .record(z.string().max(40, 'a name has at most 40 characters'), z.string().max(500, 'a value has at most 500 characters'))
  .refine((metadata) => Object.keys(metadata).length <= 50, 'at most 50 names are allowed')
  .default({});

/** Only http and https, because the browser is redirected there. */
export const returnUrlParam = z
  .string()
  .max(2048)
  .transform((text, context) => {
    const address = URL.canParse(text) ? new URL(text) : undefined;
    if (address?.protocol === 'http:' || address?.protocol === 'https:') return address.href;
    context.addIssue({ code: 'custom', params: { code: 'url_invalid' }, message: 'not an http or https address' });
    return z.NEVER;
  });

const createdParam = z.union([
  integerParam.transform((created) => ({ gte: created, lte: created })),
  z.strictObject({
    gt: integerParam.optional(),
    gte: integerParam.optional(),
    lt: integerParam.optional(),
    lte: integerParam.optional(),
  }),
]);

/** The parameters that all lists have. */
export const listParams = {
  limit: integerParam.refine((limit) => limit >= 1 && limit <= 100, 'must be between 1 and 100').default(10),
  starting_after: textParam.optional(),
  created: createdParam.optional(),
};
