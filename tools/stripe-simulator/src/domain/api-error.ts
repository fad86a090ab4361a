/** The error types of Stripe's API: https://docs.stripe.com/api/errors */
export type ApiErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export type ApiErrorBody = {
  type: ApiErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
};

/** An error response of Stripe: the HTTP status and the content of `error`. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ApiErrorBody;

  constructor(status: number, body: ApiErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

type Details = Omit<ApiErrorBody, 'type'>;

export const invalidRequest = (details: Details) => new ApiError(400, { type: 'invalid_request_error', ...details });
export const unauthorized = (message: string) => new ApiError(401, { type: 'invalid_request_error', message });
export const cardError = (details: Details) => new ApiError(402, { type: 'card_error', ...details });
export const forbidden = (details: Details) => new ApiError(403, { type: 'invalid_request_error', ...details });
export const keyInUse = (message: string) => new ApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
export const keyReused = (message: string) => new ApiError(400, { type: 'idempotency_error', message });
export const outage = (status: number) => new ApiError(status, { type: 'api_error', message: 'A simulated outage.' });

/** A missing object: 404 if the path names it, 400 if a parameter does. */
export function resourceMissing(input: { noun: string; id: string; param: string; status?: 400 | 404 }): ApiError {
  return new ApiError(input.status ?? 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${input.noun}: '${input.id}'`,
    param: input.param,
  });
}
