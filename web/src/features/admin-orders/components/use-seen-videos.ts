import { useEffect, useMemo, useState } from 'react';
import { lookAtVideo, type VideoFacts } from '../lib/finished-video.ts';
import { lookAtAll, type SeenVideos } from '../lib/judge-footage.ts';

/** Milliseconds; hundreds of lines drawn anew with every file would take longer than looking at the files. */
const TELL_MS = 500;

/** What there is to see in these files, as far as they have been looked at. */
export const useSeenVideos = (files: readonly File[]): SeenVideos => {
  const [seen, setSeen] = useState<ReadonlyMap<File, VideoFacts | null>>(new Map());

  useEffect(() => {
    const halt = new AbortController();
    const found = new Map<File, VideoFacts | null>();
    let told = 0;
    const tell = () => {
      if (told === found.size) return;
      told = found.size;
      setSeen(new Map(found));
    };
    const timer = setInterval(tell, TELL_MS);
    const end = () => clearInterval(timer);
    const onSeen = (file: File, facts: VideoFacts | null) => void found.set(file, facts);
    void lookAtAll({ look: lookAtVideo, onSeen }, { files, signal: halt.signal }).then(() => {
      end();
      if (!halt.signal.aborted) tell();
    });
    return () => {
      end();
      halt.abort();
    };
  }, [files]);

  return useMemo(() => new Map(files.flatMap((file, index) => (seen.has(file) ? [[index, seen.get(file) ?? null]] : []))), [files, seen]);
};
