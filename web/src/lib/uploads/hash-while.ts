/** SHA-256 in hexadecimal. @throws the signal's reason when it is aborted */
export type Hash = (content: Blob, signal: AbortSignal) => Promise<string>;

type Work<T> = {
  file: Blob;
  signal: AbortSignal;
  /** Need not wait for the hash: as long as it does not, a failure of that is nobody's. */
  work: (sha256: Promise<string>) => Promise<T>;
};

/** Hashes a file beside something else. A large file is read for minutes: that ends with the work, however it ends. */
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
