import { useEffect, useMemo, useState } from 'react';
import { readVideoMetadata, type VideoMetadata, videoWarnings } from '../lib/video-metadata.ts';
import type { LineMatch, VideoMatches } from './match-lines.ts';
import type { Choices } from './plan-delivery.ts';

/** By file index; null if this browser cannot play the video. Files that were not inspected yet are missing. */
export type InspectedFiles = ReadonlyMap<number, VideoMetadata | null>;

const checkMatch = (match: LineMatch, inspected: InspectedFiles): LineMatch => {
  const { line, state, files, issues } = match;
  const [file] = files;
  const metadata = file === undefined ? undefined : inspected.get(file);
  if (state === 'ambiguous' || !metadata || videoWarnings({ style: line.style, metadata }).length === 0) return match;
  return { line, state: 'unclear', files, issues: [...issues, 'footage'] };
};

/** Makes a match unclear if the metadata of the video contradicts the line, whatever the file's name says. */
export const checkFootage = ({ matches, inspected }: { matches: VideoMatches; inspected: InspectedFiles }): VideoMatches => ({
  ...matches,
  lines: matches.lines.map((match) => checkMatch(match, inspected)),
});

export const isEveryChoiceInspected = ({ choices, inspected }: { choices: Choices; inspected: InspectedFiles }): boolean =>
  Object.values(choices).every((file) => file === null || inspected.has(file));

/** More than one, so that a video which the browser is slow to read does not block the others. */
const CONCURRENCY = 4;

type Deps = {
  readMetadata: (file: File) => Promise<VideoMetadata | null>;
  onInspected: (file: File, metadata: VideoMetadata | null) => void;
};

/** Reads the metadata of all files and reports each file once; reports nothing after an abort. */
export const inspectFiles = async (
  { readMetadata, onInspected }: Deps,
  { files, signal }: { files: readonly File[]; signal: AbortSignal },
) => {
  const remaining = files.values();
  const inspectRemaining = async () => {
    for (const file of remaining) {
      const metadata = await readMetadata(file);
      if (signal.aborted) return;
      onInspected(file, metadata);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, inspectRemaining));
};

/** Rendering hundreds of lines after every file would take longer than inspecting the files. */
const RENDER_INTERVAL_MS = 500;

/** Inspects these files; the result grows until all are inspected. */
export const useInspectedFiles = (files: readonly File[]): InspectedFiles => {
  const [inspected, setInspected] = useState<ReadonlyMap<File, VideoMetadata | null>>(new Map());

  useEffect(() => {
    const controller = new AbortController();
    const found = new Map<File, VideoMetadata | null>();
    let renderedCount = 0;
    const render = () => {
      if (renderedCount === found.size) return;
      renderedCount = found.size;
      setInspected(new Map(found));
    };
    const timer = setInterval(render, RENDER_INTERVAL_MS);
    const onInspected = (file: File, metadata: VideoMetadata | null) => void found.set(file, metadata);
    void inspectFiles({ readMetadata: readVideoMetadata, onInspected }, { files, signal: controller.signal }).then(() => {
      clearInterval(timer);
      if (!controller.signal.aborted) render();
    });
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [files]);

  return useMemo(
    () => new Map(files.flatMap((file, index) => (inspected.has(file) ? [[index, inspected.get(file) ?? null]] : []))),
    [files, inspected],
  );
};
