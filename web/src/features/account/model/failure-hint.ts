import type { ErrorCode } from '@stagereel/contracts';
import { errorCatalogue } from '@stagereel/contracts';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';

const TRY_LATER = '時間をおいて、もう一度お試しください。';
const NEWEST_CODE = 'メールに記載された、最新の6桁のコードを入力してください。';
const MAYBE_CHANGED = '変更が完了している場合もあります。もう一度お試しになる前に、パスワード変更のお知らせメールをご確認ください。';

const asCatalogued = (...codes: ErrorCode[]): Record<string, string> =>
  Object.fromEntries(codes.map((code) => [code, errorCatalogue[code].message]));

/** The screen's own words for a refusal, by what was refused; what the server wrote is not shown. */
const hints = {
  send: asCatalogued('CodeLimitReached', 'CodePaused'),
  verify: { CodeInvalid: NEWEST_CODE, ValidationFailed: NEWEST_CODE, ...asCatalogued('CodeExpired', 'CodeTriesExceeded', 'CodePaused') },
  change: {
    CurrentPasswordInvalid: '現在のパスワードが正しいかご確認ください。',
    ...asCatalogued('PasswordUnchanged', 'PasswordTooWeak', 'AdminPasswordTooWeak', 'PasswordChangeUnverified'),
  },
} as const satisfies Record<string, Record<string, string>>;

/** What stands beside the text that a step has failed: why, as far as it is known, and what to do. */
export const failureHint = (step: keyof typeof hints, error: unknown): string => {
  if (error instanceof NetworkError) {
    // Offline nothing was sent; without an answer nobody knows.
    return step === 'change' && error.reason !== 'offline' ? `${error.userMessage}${MAYBE_CHANGED}` : error.userMessage;
  }
  const ofStep: Record<string, string> = hints[step];
  return (error instanceof ApiError && ofStep[error.code ?? '']) || TRY_LATER;
};

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

/** The proof by the code has ended: the change starts again with a new one. */
export const isUnverified = (error: unknown): boolean => hasCode(error, 'PasswordChangeUnverified');
export const isCurrentPasswordWrong = (error: unknown): boolean => hasCode(error, 'CurrentPasswordInvalid');
/** The server has seen what was sent and refused it; anything else may have been right. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status < 500;
