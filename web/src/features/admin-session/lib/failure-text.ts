import { ApiError, userMessageOf } from '../../../lib/api-error.ts';

/** The server's error text, else the screen's text and, if known, the reason. */
export const failureText = ({ error, otherwise }: { error: unknown; otherwise: string }): string => {
  if (error instanceof ApiError) return error.body?.message || otherwise;
  const reason = userMessageOf(error, '');
  return reason === '' ? otherwise : `${otherwise}。${reason}`;
};
