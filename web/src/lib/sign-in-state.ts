import { sameSitePath } from './same-site-path.ts';

/** The location state of a redirect to /login: the previous page, and a notice that stays when the toast is gone. */
type SignInState = { from?: string; notice?: string };

export const SESSION_EXPIRED = 'セッションの有効期限が切れました。もう一度ログインしてください。';

const textIn = (state: unknown, field: keyof SignInState): string | undefined => {
  if (typeof state !== 'object' || state === null || !(field in state)) return undefined;
  const value: unknown = Reflect.get(state, field);
  return typeof value === 'string' ? value : undefined;
};

/** The state to navigate to /login with. */
export const withSignInState = (state: SignInState): SignInState => state;

/** Reads the state; `from` only if it is a page of this site. */
export const signInStateOf = (state: unknown): { from: string | null; notice: string | null } => ({
  from: sameSitePath(textIn(state, 'from')),
  notice: textIn(state, 'notice') || null,
});
