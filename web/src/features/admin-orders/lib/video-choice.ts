import type { AdminLine } from '@stagereel/contracts';
import { createStore } from 'zustand/vanilla';
import type { PickedFile } from '../../../lib/uploads/upload-files.ts';
import type { UploadQueue } from '../../../lib/uploads/upload-queue.ts';
import { type VideoMetadata, videoWarnings } from './video-metadata.ts';

type Deps = { queue: UploadQueue; readMetadata: (file: File) => Promise<VideoMetadata | null> };
type Chosen = { picked: PickedFile; style: AdminLine['style'] };

/** `isInspecting`: the metadata of the file is being read; `warnings`: reasons to suspect a wrong file. */
export type ChoiceState = { isInspecting: boolean; warnings: readonly string[] };

/** The file that is chosen for one line. It is inspected first, and uploaded at once if there are no warnings. */
export const createVideoChoice = ({ queue, readMetadata }: Deps) => {
  const store = createStore<ChoiceState>(() => ({ isInspecting: false, warnings: [] }));

  /** Replaces a file that was chosen before. */
  const choose = async ({ picked, style }: Chosen): Promise<void> => {
    queue.cancelAll();
    const [added] = queue.add([picked]);
    store.setState({ isInspecting: true, warnings: [] });
    const metadata = await readMetadata(picked.file);
    // The file was removed or replaced meanwhile; a replacement has an inspection of its own.
    if (!queue.list().some(({ id }) => id === added?.id)) return;
    const warnings = metadata === null ? [] : videoWarnings({ style, metadata });
    store.setState({ isInspecting: false, warnings });
    if (warnings.length === 0) queue.start();
  };

  return { store, choose };
};
export type VideoChoice = ReturnType<typeof createVideoChoice>;
