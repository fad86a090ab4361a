import { z } from 'zod';
import { sameSitePath } from './same-site-path.ts';

/** The location state of a redirect to /login: the previous page, and a notice that stays when the toast is gone. */
type SignInState = { from?: string; notice?: string };

export const SESSION_EXPIRED = 'セッションの有効期限が切れました。もう一度ログインしてください。';

const stateSchema = z.object({ from: z.string().optional().catch(undefined), notice: z.string().optional().catch(undefined) });

/** The state to navigate to /login with. */
export const withSignInState = (state: SignInState): SignInState => state;

/** Reads the state; `from` only if it is a page of this site. */
export const signInStateOf = (state: unknown): { from: string | null; notice: string | null } => {
  const read = stateSchema.safeParse(state).data;
  return { from: sameSitePath(read?.from), notice: read?.notice || null };
};
