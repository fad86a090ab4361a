import type { LoginAnswer } from '@stagereel/contracts';
import { postJson } from '../../../lib/api-client.ts';

export type Credentials = { email: string; password: string };

/** POST /api/login: the password, and in the second step the mailed code with it. Asked again without a code it sends one again. */
export const logIn = (input: Credentials & { twoFactorCode?: string }): Promise<LoginAnswer> => postJson<LoginAnswer>('/api/login', input);
