import { UploadError, uploadMessages } from './upload-errors.ts';

type Answer = { digest: string } | { failed: true };

/**
 * SHA-256 of a file in hexadecimal, computed in a worker. The browser's own digest needs the whole file in memory.
 * @throws {UploadError} when the file cannot be read; the signal's reason when it is aborted
 */
export const hashFile = (file: Blob, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', give);
      worker.terminate();
      settle();
    };
    const give = () => end(() => reject(signal.reason));
    signal.addEventListener('abort', give, { once: true });
    worker.onmessage = ({ data }: MessageEvent<Answer>) =>
      end(() => ('digest' in data ? resolve(data.digest) : reject(new UploadError(uploadMessages.unreadable))));
    worker.onerror = (event) => end(() => reject(new UploadError(uploadMessages.notHashed, event.message)));
    worker.postMessage(file);
  });
