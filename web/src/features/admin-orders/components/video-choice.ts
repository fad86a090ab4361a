import type { AdminLine } from '@stagereel/contracts';
import { createStore } from 'zustand/vanilla';
import { type VideoMetadata, videoWarnings } from '../../../components/admin-order/video-metadata.ts';
import type { PickedFile } from '../../../lib/uploads/upload-files.ts';
import type { UploadQueue } from '../../../lib/uploads/upload-queue.ts';

type Deps = { queue: UploadQueue; readMetadata: (file: File) => Promise<VideoMetadata | null> };
type Chosen = {
  picked: PickedFile;
  style: AdminLine['style'];
  /** What the name of a file says against the line. */
  findContradictions: (fileName: string) => Promise<readonly string[]>;
};

/** `isInspecting`: the metadata of the file is being read; `warnings`: reasons to suspect a wrong file. */
export type ChoiceState = { isInspecting: boolean; warnings: readonly string[] };

/** The file that is chosen for one line. It is inspected first, and uploaded at once if there are no warnings. */
export const createVideoChoice = ({ queue, readMetadata }: Deps) => {
  const store = createStore<ChoiceState>(() => ({ isInspecting: false, warnings: [] }));

  /** Replaces a file that was chosen before. */
  const choose = async ({ picked, style, findContradictions }: Chosen): Promise<void> => {
    queue.cancelAll();
    const [added] = queue.add([picked]);
    store.setState({ isInspecting: true, warnings: [] });
    const [metadata, contradictions] = await Promise.all([readMetadata(picked.file), findContradictions(picked.file.name)]);
    // The file was removed or replaced meanwhile; a replacement has an inspection of its own.
    if (!queue.list().some(({ id }) => id === added?.id)) return;
    const warnings = [...contradictions, ...(metadata === null ? [] : videoWarnings({ style, metadata }))];
    store.setState({ isInspecting: false, warnings });
    if (warnings.length === 0) queue.start();
  };

  return { store, choose };
};
export type VideoChoice = ReturnType<typeof createVideoChoice>;
