import type { MediaDeps, ReadVideo } from '../ports.ts';

/** A header is read in a moment; whoever waits for the end of an upload does not wait longer for what only warns. */
const PROBE_MS = 10_000;

/**
 * Reads a finished video before anybody may deliver it. What cannot be read now, for whatever reason, is left to the background: the upload
 * is complete all the same.
 */
export const readFinished = async (
  { storage, videos, log }: Pick<MediaDeps, 'storage' | 'videos' | 'log'>,
  key: string,
): Promise<ReadVideo | { reading: 'pending'; facts: null }> => {
  try {
    return await storage.withLocalFile({ key }, (path) => videos.probe({ path, timeoutMs: PROBE_MS }));
  } catch (err) {
    log({ err, mediaId: key }, 'a finished video could not be read yet');
    return { reading: 'pending', facts: null };
  }
};
