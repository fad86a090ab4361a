import type { AdminLine } from '@stagereel/contracts';
import type { PickedFile } from '../../../lib/uploads/upload-files.ts';
import type { UploadQueue } from '../../../lib/uploads/upload-queue.ts';
import { type VideoFacts, videoConcerns } from './finished-video.ts';

type Deps = { queue: UploadQueue; look: (file: File) => Promise<VideoFacts | null> };
type Chosen = { picked: PickedFile; style: AdminLine['style'] };

/** `isLooking`: its file is being looked at; `concerns`: what is doubtful about it. */
export type ChoiceState = { isLooking: boolean; concerns: readonly string[] };

/** The file that is chosen for one line: looked at first, and sent at once unless something about it is doubtful. */
export const createVideoChoice = ({ queue, look }: Deps) => {
  const listeners = new Set<() => void>();
  let state: ChoiceState = { isLooking: false, concerns: [] };

  const change = (next: ChoiceState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  return {
    /** The same object until something changes. */
    state: (): ChoiceState => state,
    /** Takes the place of a file that was chosen before. */
    choose: async ({ picked, style }: Chosen): Promise<void> => {
      queue.cancelAll();
      const [waiting] = queue.add([picked]);
      change({ isLooking: true, concerns: [] });
      const facts = await look(picked.file);
      // Taken away meanwhile, or another one is there in its place: that is looked at by itself.
      if (!queue.list().some(({ id }) => id === waiting?.id)) return;
      const concerns = facts === null ? [] : videoConcerns({ style, facts });
      change({ isLooking: false, concerns });
      if (concerns.length === 0) queue.start();
    },
    /** Calls back after every change; returns how to stop that. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
export type VideoChoice = ReturnType<typeof createVideoChoice>;
