/** The content of `error` in an error response: https://docs.stripe.com/api/errors */
export type ApiErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
};

/** An error response of Stripe. */
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

export const invalidRequest = (details: Omit<ApiErrorBody, 'type'>, status = 400) =>
  new ApiError(status, { type: 'invalid_request_error', ...details });

/** A missing object: 404 if the path names it, 400 if a parameter does. */
export const resourceMissing = ({ noun, id, param, status = 404 }: { noun: string; id: string; param: string; status?: 400 | 404 }) =>
  invalidRequest({ code: 'resource_missing', message: `No such ${noun}: '${id}'`, param }, status);
