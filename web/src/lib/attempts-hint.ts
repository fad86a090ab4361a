import { ApiError } from './api-error.ts';

/** How often a code can still be entered; null when the server does not tell. */
export const attemptsHintOf = (error: unknown): string | null => {
  const remaining = error instanceof ApiError ? error.body?.remainingAttempts : undefined;
  return remaining !== undefined && remaining > 0 ? `あと${remaining}回入力できます。` : null;
};
