import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaConfig } from '../config.ts';
import type { Storage } from '../domain/storage.ts';
import { createFilesystemStorage } from './filesystem-storage.ts';

/** The storage the settings name, and a folder for bytes that wait for their place. What an earlier process left waiting is nobody's any more. */
export const openStorage = async ({ MEDIA_DIR }: MediaConfig): Promise<{ storage: Storage; spoolDir: string }> => {
  const spoolDir = join(MEDIA_DIR, 'spool', String(process.pid));
  await rm(spoolDir, { recursive: true, force: true });
  await mkdir(spoolDir, { recursive: true });
  return { storage: await createFilesystemStorage({ dir: MEDIA_DIR }), spoolDir };
};
