/**
 * SHA-256 in hexadecimal.
 * @throws the signal's reason when it is aborted
 */
export type Hash = (content: Blob, signal: AbortSignal) => Promise<string>;

type Work<T> = {
  file: Blob;
  signal: AbortSignal;
  /** The work may ignore the hash; then an error of the hash is ignored too. */
  work: (sha256: Promise<string>) => Promise<T>;
};

/** Hashes a file while other work runs. Reading a large file takes minutes, so hashing stops when the work ends. */
export const hashWhile = async <T>(hash: Hash, { file, signal, work }: Work<T>): Promise<T> => {
  signal.throwIfAborted();
  const reading = new AbortController();
  const follow = () => reading.abort(signal.reason);
  signal.addEventListener('abort', follow, { once: true });
  const sha256 = hash(file, reading.signal);
  sha256.catch(() => undefined);
  try {
    return await work(sha256);
  } finally {
    signal.removeEventListener('abort', follow);
    reading.abort();
  }
};
