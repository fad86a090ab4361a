import type { Version } from '@stagereel/service-kit';
import type { Answer } from './answer.ts';

/** An answer with the version of its scope that was read before it was fetched. */
export type KeptAnswer = Answer & { version: Version };

/** The compressed forms of an answer take less than its plain bytes; the rest is for its headers. */
const sizeOf = ({ json }: Answer): number => 2 * json.plain.length + 4096;

/** Answers by URL. Those that were not used for the longest time are removed when all together take more than `maxBytes`. */
export const createKeptAnswers = ({ maxBytes }: { maxBytes: number }) => {
  const byUrl = new Map<string, KeptAnswer>();
  let bytes = 0;

  const remove = (url: string): void => {
    const answer = byUrl.get(url);
    if (!answer) return;
    bytes -= sizeOf(answer);
    byUrl.delete(url);
  };

  return {
    get: (url: string): KeptAnswer | undefined => {
      const answer = byUrl.get(url);
      if (!answer) return undefined;
      // A Map keeps its order of insertion.
      byUrl.delete(url);
      byUrl.set(url, answer);
      return answer;
    },
    set: (url: string, answer: KeptAnswer): void => {
      remove(url);
      byUrl.set(url, answer);
      bytes += sizeOf(answer);
      for (const oldest of byUrl.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    remove,
  };
};
