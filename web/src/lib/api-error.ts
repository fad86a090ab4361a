import type { ErrorBody } from '@stagereel/contracts';
import { generalErrors } from '@stagereel/contracts';

/** Without the schema of the contract, because zod is as large as a third of the first load. A proxy may respond with any other JSON. */
const isErrorBody = (body: unknown): body is ErrorBody => {
  if (typeof body !== 'object' || body === null) return false;
  const { code, message, fields = {} } = body as Record<string, unknown>;
  return typeof code === 'string' && typeof message === 'string' && typeof fields === 'object' && fields !== null;
};

const parseErrorBody = (text: string): ErrorBody | null => {
  try {
    const body: unknown = JSON.parse(text);
    return isErrorBody(body) ? body : null;
  } catch {
    return null;
  }
};

const generalTextOf = (status: number): string | undefined =>
  Object.values(generalErrors).find((entry) => entry.status === status)?.message;

/** Statuses whose general texts say less than the text of the screen that sent the request. */
const STATUSES_OF_SCREENS = [400, 401];

/** A response outside 2xx. `message` is for logs (`401: body`), `userMessage` is the Japanese text for the screen. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly userMessage: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The whole error body, with fields such as `refused` or `remainingAttempts`. */
  readonly body: ErrorBody | null;
  /** The `retry-after` header in seconds. */
  readonly retryAfterSeconds: number | null;

  constructor(answer: { status: number; statusText: string; body: string; retryAfter: string | null }) {
    super(`${answer.status}: ${answer.body || answer.statusText}`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.body = parseErrorBody(answer.body);
    this.code = this.body?.code ?? null;
    this.userMessage = this.body?.message || (generalTextOf(answer.status) ?? generalErrors.Internal.message);
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

/** A 2xx response that is not JSON, for example from a captive portal or a proxy. The cause of a NetworkError. */
export class UnreadableResponse extends Error {
  constructor(status: number, cause: unknown) {
    super(`${status}: not JSON`, { cause });
    this.name = 'UnreadableResponse';
  }
}

/** There was no response, so it is unknown whether the server processed the request. */
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

/** Whether the server refused without a text, and the status alone tells the customer nothing. */
const isSilent = ({ body, status }: ApiError): boolean =>
  !body?.message && status < 500 && (STATUSES_OF_SCREENS.includes(status) || generalTextOf(status) === undefined);

/** The text to show for any thrown value. `fallback`: the screen's own text. */
export const userMessageOf = (error: unknown, fallback: string): string => {
  if (error instanceof ApiError) return isSilent(error) ? fallback : error.userMessage;
  return error instanceof NetworkError ? error.userMessage : fallback;
};

/**
 * Whether it is unknown if the server accepted the input: there was no response, or the server failed. The same input may succeed later.
 */
export const isUndecided = (error: unknown): boolean => error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/**
 * Whether the session expired. Other 401 responses (wrong password, unverified address) are handled by the screen that sent the request.
 */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && (error.code === null || error.code === 'Unauthorized');
