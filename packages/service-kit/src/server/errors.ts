import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';

export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]['status'];

type AppErrorOptions = {
  /** Japanese text shown to the user instead of the catalogue's text. */
  userMessage?: string;
  /** Further fields of the response body, for the screen. */
  details?: Record<string, unknown>;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** For the log only; never sent to the user. */
  cause?: unknown;
};

/** An error that is reported to the caller. Status and default text come from the error catalogue in contracts. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly userMessage: string;
  readonly details: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, { userMessage, details = {}, retryAfterSeconds, cause }: AppErrorOptions = {}) {
    super(code, { cause });
    this.code = code;
    this.userMessage = userMessage ?? errorCatalogue[code].message;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): ErrorStatus {
    return errorCatalogue[this.code].status;
  }
}

export const isAppError = (error: unknown, code?: ErrorCode): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code);
