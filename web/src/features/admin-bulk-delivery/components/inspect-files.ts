import { useEffect, useMemo, useState } from 'react';
import { readVideoMetadata, type VideoMetadata } from '../../../components/admin-order/video-metadata.ts';
import type { Source } from '../run/plan-delivery.ts';

/** By source index; null if this browser cannot play the video. Files that were not inspected yet are missing. */
export type InspectedFiles = ReadonlyMap<number, VideoMetadata | null>;

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

/** Inspects the files of these sources; the result grows until all are inspected. */
export const useInspectedFiles = (sources: readonly Source[]): InspectedFiles => {
  const [inspected, setInspected] = useState<ReadonlyMap<File, VideoMetadata | null>>(new Map());

  useEffect(() => {
    const controller = new AbortController();
    const files = sources.flatMap(({ file }) => file ?? []);
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
  }, [sources]);

  return useMemo(
    () =>
      new Map(sources.flatMap(({ file }, index) => (file && inspected.has(file) ? [[index, inspected.get(file) ?? null] as const] : []))),
    [sources, inspected],
  );
};
