import { z } from 'zod';

const noticeSchema = z.object({ notice: z.string().min(1) });

/** The notice on the sign-in page about the redirect's reason, which stays when the toast is gone. */
export const signInNotices = {
  sessionExpired: 'セッションの有効期限が切れました。再度ログインしてください。',
  authenticationRequired: '認証が必要です。ログインしてください。',
  codeExpired: '認証コードが期限切れになりました、再度ログインしてください',
} as const;

/** The location state to navigate with. */
export const withNotice = (notice: string): z.infer<typeof noticeSchema> => ({ notice });

/** The notice in a location's state, or null. */
export const noticeOf = (state: unknown): string | null => noticeSchema.safeParse(state).data?.notice ?? null;
