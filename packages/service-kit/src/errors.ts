import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';

export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]['status'];

type AppErrorOptions = {
  /** The Japanese text the user reads instead of the catalogue's. */
  userMessage?: string;
  /** Facts a screen needs, sent beside code and message. */
  details?: Record<string, unknown>;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** What the log holds and the user never sees. */
  cause?: unknown;
};

/** An error somebody outside may learn of. Its status and default text come from the catalogue in contracts. */
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
