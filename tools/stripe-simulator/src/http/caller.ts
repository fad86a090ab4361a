import { unauthorized } from '../domain/api-error.ts';
import type { Form } from '../form.ts';

export type Caller = 'secret' | 'publishable';

type Keys = { secretKey: string; publishableKey: string };

/**
 * Identifies the caller by the key in the `Authorization` header (Bearer, or Basic with the key as the user name) or in the form field
 * `key`, which Stripe's script in the browser sends. Throws a 401.
 */
export function identifyCaller(keys: Keys, input: { authorization: string | undefined; form: Form }): Caller {
  const field = input.form['key'];
  const key = keyOf(input.authorization) ?? (typeof field === 'string' ? field : undefined);
  if (!key)
    throw unauthorized('You did not provide an API key. It goes into the Authorization header: "Authorization: Bearer YOUR_SECRET_KEY".');
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}***${key.length > 12 ? key.slice(-4) : ''}`);
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme = '', credentials = ''] = authorization?.split(' ') ?? [];
  if (/^bearer$/i.test(scheme)) return credentials;
  if (/^basic$/i.test(scheme)) return Buffer.from(credentials, 'base64').toString().split(':')[0];
  return undefined;
}
