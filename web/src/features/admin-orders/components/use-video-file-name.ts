import { useSyncExternalStore } from 'react';
import { deskVideos } from '../lib/arrived-videos.ts';

/** What the file of an uploaded video was called; undefined when this tab did not see it arrive. */
export const useVideoFileName = (url: string): string | undefined => {
  const { subscribe, read } = deskVideos.names;
  return useSyncExternalStore(subscribe, read)[url];
};
