import { ApiError, NetworkError, UnreadableResponse } from './api-error.ts';
import { attachmentName } from './attachment-name.ts';

/** Milliseconds. The gateway has a shorter timeout. */
const REQUEST_TIMEOUT_MS = 30_000;

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, with the matching content type. */
  json?: unknown;
  /** Any other body; the browser sets the content type. */
  body?: BodyInit;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  timeoutMs?: number;
};

const initOf = ({ method = 'GET', json, body, headers }: RequestOptions): RequestInit => {
  const init: RequestInit = { method, credentials: 'include', headers: { ...headers } };
  if (json !== undefined) {
    return { ...init, body: JSON.stringify(json), headers: { ...headers, 'content-type': 'application/json' } };
  }
  return body === undefined ? init : { ...init, body };
};

const networkErrorOf = (cause: unknown, timedOut: boolean): NetworkError => {
  if (timedOut) return new NetworkError('timeout', cause);
  return new NetworkError(globalThis.navigator?.onLine === false ? 'offline' : 'unreachable', cause);
};

/**
 * Sends one HTTP request with credentials, GET by default; `read` reads the body of a 2xx response.
 * @throws {ApiError} on an answer outside 2xx
 * @throws {NetworkError} when no whole answer came in time
 */
const exchange = async <T>(path: string, options: RequestOptions, read: (response: Response) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, options.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const cancel = () => controller.abort(options.signal?.reason);
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener('abort', cancel);
  try {
    const response = await fetch(path, { ...initOf(options), signal: controller.signal });
    if (response.ok) return await read(response);
    throw new ApiError({
      status: response.status,
      statusText: response.statusText,
      body: await response.text(),
      retryAfter: response.headers.get('retry-after'),
    });
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    throw networkErrorOf(error, timedOut);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
};

const textOf = async (response: Response) => ({ status: response.status, text: await response.text() });

/** Returns the parsed JSON of the response. The type comes from the contract; the server validates its responses. */
export const requestJson = async <T>(path: string, options: RequestOptions = {}): Promise<T> => {
  const { status, text } = await exchange(path, options, textOf);
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new NetworkError('unreachable', new UnreadableResponse(status, cause));
  }
};

/** For responses without content. */
export const requestNothing = async (path: string, options: RequestOptions): Promise<void> => {
  await exchange(path, options, textOf);
};

/** Milliseconds. A file is read from the database while it is sent. */
const FILE_TIMEOUT_MS = 120_000;

/** Downloads a file with the name from the server; the name is empty when the server sends none. */
export const requestFile = (path: string, options: RequestOptions = {}): Promise<{ name: string; content: Blob }> =>
  exchange(path, { timeoutMs: FILE_TIMEOUT_MS, ...options }, async (response) => ({
    name: attachmentName(response.headers.get('content-disposition')),
    content: await response.blob(),
  }));

export const postJson = <T>(path: string, json: unknown, options: Omit<RequestOptions, 'json' | 'method' | 'body'> = {}): Promise<T> =>
  requestJson<T>(path, { ...options, method: 'POST', json });
