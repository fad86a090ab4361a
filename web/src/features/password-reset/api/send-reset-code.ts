import { postJson } from '../../../lib/api-client.ts';
import type { CodeSent } from '../../../lib/email-code.ts';

/** POST /api/send-password-reset-code: the same answer whether the address has an account or not. */
export const sendResetCode = (email: string): Promise<CodeSent> => postJson<CodeSent>('/api/send-password-reset-code', { email });
