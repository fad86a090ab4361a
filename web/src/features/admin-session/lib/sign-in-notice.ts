import { z } from 'zod';
import { sameSitePath } from '../../../lib/same-site-path.ts';

const stateSchema = z.object({ notice: z.string().min(1).optional(), from: z.string().optional() });
/** The location state of the sign-in page: why it opened, and the page that the admin wanted to open. */
export type SignInState = z.infer<typeof stateSchema>;

/** The notice on the sign-in page about the redirect's reason, which stays when the toast is gone. */
export const signInNotices = {
  sessionExpired: 'セッションの有効期限が切れました。再度ログインしてください。',
  authenticationRequired: '認証が必要です。ログインしてください。',
  codeExpired: '認証コードが期限切れになりました、再度ログインしてください',
} as const;

/** The notice and the wanted page in a location's state; the page only if it belongs to this site. */
export const signInStateOf = (state: unknown): { notice: string | null; from: string | null } => {
  const { notice = null, from } = stateSchema.safeParse(state).data ?? {};
  return { notice, from: sameSitePath(from) };
};
