import { postJson } from './api-client.ts';
import type { CodeSent } from './email-code.ts';

/** POST /api/admin/resend-2fa: a code by mail, or a new one, for a second step that is open in this browser. */
export const sendSecondStepCode = (email: string): Promise<CodeSent> => postJson<CodeSent>('/api/admin/resend-2fa', { email });
