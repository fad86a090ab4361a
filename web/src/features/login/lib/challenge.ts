import type { LoginResponse, TwoFactorMethod } from '@stagereel/contracts';
import { resendTimeAfter } from '../../../lib/resend-wait.ts';

/** The second step that the server asks for. `resendAt`: when another code can be mailed, in epoch milliseconds; null: at once. */
export type Challenge = { methods: readonly TwoFactorMethod[]; resendAt: number | null };

export const challengeOf = ({ methods = ['mail'], resendAfterSeconds }: LoginResponse, now: number): Challenge => ({
  methods,
  resendAt: resendAfterSeconds === undefined ? null : resendTimeAfter({ resendAfterSeconds }, now),
});
