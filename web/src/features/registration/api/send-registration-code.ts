import { postJson } from '../../../lib/api-client.ts';
import type { CodeSent } from '../../../lib/email-code.ts';
import type { NewAccount } from '../../../lib/register-customer.ts';

/** POST /api/send-registration-code: the code that ends a registration in this browser; sent again, the one before is dead. */
export const sendRegistrationCode = ({ email, password, name }: NewAccount): Promise<CodeSent> =>
  postJson<CodeSent>('/api/send-registration-code', { email, password, name });
