import { postJson } from '../../../lib/api-client.ts';
import type { CodeSent } from '../../../lib/email-code.ts';

/** POST /api/send-password-change-code: a code to the address of whoever is signed in. */
export const sendPasswordChangeCode = (): Promise<CodeSent> => postJson<CodeSent>('/api/send-password-change-code', {});
