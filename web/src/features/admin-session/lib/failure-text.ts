import { ApiError, userMessageOf } from '../../../lib/api-error.ts';

/** What the server said, else the screen's own sentence and, where one is known, the reason. */
export const failureText = ({ error, otherwise }: { error: unknown; otherwise: string }): string => {
  if (error instanceof ApiError) return error.body?.message || otherwise;
  const reason = userMessageOf(error, '');
  return reason === '' ? otherwise : `${otherwise}。${reason}`;
};
