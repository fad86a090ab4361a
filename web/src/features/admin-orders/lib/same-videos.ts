import type { AdminLine } from '@stagereel/contracts';
import type { PlannedLine, PlannedOrder } from './bulk-plan.ts';
import { wantedVideo } from './match-videos.ts';

/** Two athletes do not have the same video, nor has one the same in both styles: one of the two files has a wrong name. */
export class SameVideo extends Error {
  constructor(readonly otherLine: string) {
    super(`the same video as of line ${otherLine}`);
    this.name = 'SameVideo';
  }
}

export type CompareDeps = {
  sizeOf: (planned: PlannedLine) => number;
  /** Names the content of a line's file. */
  hash: (planned: PlannedLine, signal: AbortSignal) => Promise<string>;
};

type Work = { orders: readonly PlannedOrder[]; signal: AbortSignal };

/**
 * By line id: why its video is not sent. Either its file has the same content as that of a line which wants another video, or it cannot be read.
 * Only files of one size are read for it; a halt ends it.
 */
export const findSameVideos = async (deps: CompareDeps, { orders, signal }: Work): Promise<ReadonlyMap<string, unknown>> => {
  const withFile = orders.flatMap(({ lines }) => lines).filter(({ file }) => file !== null);
  const bySize = new Map<number, PlannedLine[]>();
  for (const planned of withFile) bySize.set(deps.sizeOf(planned), [...(bySize.get(deps.sizeOf(planned)) ?? []), planned]);
  const problems = new Map<string, unknown>();
  for (const alike of bySize.values()) {
    if (alike.length < 2) continue;
    const first = new Map<string, AdminLine>();
    for (const { line, ...planned } of alike) {
      if (signal.aborted) return problems;
      try {
        const content = await deps.hash({ line, ...planned }, signal);
        const other = first.get(content) ?? line;
        first.set(content, other);
        if (wantedVideo(other) !== wantedVideo(line)) problems.set(line.id, new SameVideo(other.id)).set(other.id, new SameVideo(line.id));
      } catch (error) {
        problems.set(line.id, error);
      }
    }
  }
  return problems;
};
