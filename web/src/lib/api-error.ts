import type { ErrorBody } from '@stagereel/contracts';
import { errorBodySchema, generalErrors } from '@stagereel/contracts';

const parseErrorBody = (text: string): ErrorBody | null => {
  try {
    return errorBodySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

const textOfStatus = (status: number): string =>
  Object.values(generalErrors).find((entry) => entry.status === status)?.message ?? generalErrors.Internal.message;

/** An answer outside 2xx. `message` is for logs (`401: body`), `userMessage` is the Japanese text a screen shows. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly userMessage: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Facts beside the text, such as `refused` or `remainingAttempts`. */
  readonly body: ErrorBody | null;
  /** Seconds after which another try makes sense, when the server says so. */
  readonly retryAfterSeconds: number | null;

  constructor(answer: { status: number; statusText: string; body: string; retryAfter: string | null }) {
    super(`${answer.status}: ${answer.body || answer.statusText}`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.body = parseErrorBody(answer.body);
    this.code = this.body?.code ?? null;
    this.userMessage = this.body?.message || textOfStatus(answer.status);
    this.fields = this.body?.fields ?? {};
    const seconds = Number.parseInt(answer.retryAfter ?? '', 10);
    this.retryAfterSeconds = Number.isNaN(seconds) ? null : seconds;
  }
}

export const networkMessages = {
  offline: 'インターネットに接続されていません。接続を確認して、もう一度お試しください。',
  unreachable: 'サーバーに接続できませんでした。通信環境を確認して、もう一度お試しください。',
  timeout: 'サーバーからの応答がありません。通信環境を確認して、もう一度お試しください。',
} as const;

/** A 2xx answer that is no JSON: a captive portal or a proxy answered with a page of its own. The cause of a NetworkError. */
export class UnreadableAnswer extends Error {
  constructor(status: number, cause: unknown) {
    super(`${status}: not JSON`, { cause });
    this.name = 'UnreadableAnswer';
  }
}

/** No answer came: whether the server did what was asked is unknown. */
export class NetworkError extends Error {
  readonly reason: keyof typeof networkMessages;
  readonly userMessage: string;

  constructor(reason: keyof typeof networkMessages, cause: unknown) {
    super(`network: ${reason}`, { cause });
    this.name = 'NetworkError';
    this.reason = reason;
    this.userMessage = networkMessages[reason];
  }
}

/** The text a screen shows for whatever was thrown. */
export const userMessageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError || error instanceof NetworkError ? error.userMessage : fallback;

/** Whether what was sent was looked at is unknown: no answer came, or the server was out of order. The same may be right another time. */
export const isUndecided = (error: unknown): boolean => error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The session is gone. Other 401 answers (wrong password, missing proof of an address) belong to the screen that asked. */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && (error.code === null || error.code === 'Unauthorized');
