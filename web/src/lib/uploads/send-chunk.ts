import { ApiError, NetworkError } from '../api-error.ts';

/** Milliseconds in which no byte leaves and no answer comes. */
const STALLED_MS = 60_000;

export type ChunkRequest = {
  path: string;
  uploadId: string;
  chunkIndex: number;
  chunk: Blob;
  signal: AbortSignal;
  /** Bytes of the chunk that have left. */
  onSent: (bytes: number) => void;
};

const formOf = ({ uploadId, chunkIndex, chunk }: ChunkRequest): FormData => {
  const form = new FormData();
  // Before the bytes, so that the server knows where those belong when they come.
  form.append('uploadId', uploadId);
  form.append('chunkIndex', String(chunkIndex));
  form.append('chunk', chunk, 'chunk');
  return form;
};

const answerOf = (request: XMLHttpRequest): ApiError =>
  new ApiError({
    status: request.status,
    statusText: request.statusText,
    body: request.responseText,
    retryAfter: request.getResponseHeader('retry-after'),
  });

/**
 * Sends one chunk; `fetch` cannot tell how much of a body has left. Only status 200 is a success.
 * @throws {ApiError} on any other answer
 * @throws {NetworkError} when no answer came, or nothing moved for a minute
 */
export const sendChunk = (chunk: ChunkRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const { path, signal, onSent } = chunk;
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;

    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', give);
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const give = () => {
      request.abort();
      fail(signal.reason);
    };
    const waitOn = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        request.abort();
        fail(new NetworkError('timeout', 'stalled'));
      }, STALLED_MS);
    };

    if (signal.aborted) return fail(signal.reason);
    signal.addEventListener('abort', give, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      waitOn();
      onSent(Math.min(loaded, chunk.chunk.size));
    };
    request.onload = () => (request.status === 200 ? end(resolve) : fail(answerOf(request)));
    request.onerror = () => fail(new NetworkError(navigator.onLine ? 'unreachable' : 'offline', 'no answer'));
    waitOn();
    request.open('POST', path);
    request.withCredentials = true;
    request.send(formOf(chunk));
  });
