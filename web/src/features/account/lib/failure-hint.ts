import type { ErrorCode } from '@stagereel/contracts';
import { errorCatalogue } from '@stagereel/contracts';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';

const TRY_LATER = '時間をおいて、もう一度お試しください。';
const NEWEST_CODE = 'メールに記載された、最新の6桁のコードを入力してください。';
const MAYBE_CHANGED = '変更が完了している場合もあります。もう一度お試しになる前に、パスワード変更のお知らせメールをご確認ください。';

const asCatalogued = (...codes: ErrorCode[]): Record<string, string> =>
  Object.fromEntries(codes.map((code) => [code, errorCatalogue[code].message]));

/** The screen's own texts by error code; the server's text is not shown. */
const hints = {
  send: asCatalogued('CodeLimitReached', 'CodePaused'),
  verify: { CodeInvalid: NEWEST_CODE, ValidationFailed: NEWEST_CODE, ...asCatalogued('CodeExpired', 'CodeTriesExceeded', 'CodePaused') },
  change: {
    CurrentPasswordInvalid: '現在のパスワードが正しいかご確認ください。',
    ...asCatalogued('PasswordUnchanged', 'PasswordTooWeak', 'AdminPasswordTooWeak', 'PasswordChangeUnverified'),
  },
} as const satisfies Record<string, Record<string, string>>;

/** A hint beside the error text of a step: the cause, if known, and what to do. */
export const failureHint = (step: keyof typeof hints, error: unknown): string => {
  if (error instanceof NetworkError) {
    // Offline nothing was sent; without a response the result is unknown.
    return step === 'change' && error.reason !== 'offline' ? `${error.userMessage}${MAYBE_CHANGED}` : error.userMessage;
  }
  const ofStep: Record<string, string> = hints[step];
  return (error instanceof ApiError && ofStep[error.code ?? '']) || TRY_LATER;
};

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

/** Whether the verification by code has expired. The password change then starts again with a new code. */
export const isVerificationExpired = (error: unknown): boolean => hasCode(error, 'PasswordChangeUnverified');
export const isCurrentPasswordWrong = (error: unknown): boolean => hasCode(error, 'CurrentPasswordInvalid');
/** Whether the server processed the request and refused it. Otherwise the input may have been correct. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status < 500;
