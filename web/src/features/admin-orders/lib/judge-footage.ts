import type { Choices } from './bulk-plan.ts';
import { type VideoFacts, videoConcerns } from './finished-video.ts';
import type { LineMatch, VideoMatches } from './match-videos.ts';

/** By file: what was seen of it; null where this browser cannot play it. A file that nobody has looked at yet is missing. */
export type SeenVideos = ReadonlyMap<number, VideoFacts | null>;

const judge = (match: LineMatch, seen: SeenVideos): LineMatch => {
  const { line, state, files, doubts } = match;
  const [file] = files;
  const facts = file === undefined ? undefined : seen.get(file);
  if (state === 'ambiguous' || !facts || videoConcerns({ style: line.style, facts }).length === 0) return match;
  return { line, state: 'doubtful', files, doubts: [...doubts, 'footage'] };
};

/** Takes back what a name made sure where the video itself is another one than its line wants. */
export const judgeFootage = ({ matches, seen }: { matches: VideoMatches; seen: SeenVideos }): VideoMatches => ({
  ...matches,
  lines: matches.lines.map((match) => judge(match, seen)),
});

/** Whether nothing is chosen that nobody has looked at. */
export const isEveryFileSeen = ({ choices, seen }: { choices: Choices; seen: SeenVideos }): boolean =>
  Object.values(choices).every((file) => file === null || seen.has(file));

/** Videos that are looked at side by side: one that the browser cannot read holds up no other. */
const SIDE_BY_SIDE = 4;

type Deps = { look: (file: File) => Promise<VideoFacts | null>; onSeen: (file: File, facts: VideoFacts | null) => void };

/** Looks at every file, and tells of each as soon as it was seen; nothing more is told once it is halted. */
export const lookAtAll = async ({ look, onSeen }: Deps, { files, signal }: { files: readonly File[]; signal: AbortSignal }) => {
  const waiting = files.values();
  const lookAtRest = async () => {
    for (const file of waiting) {
      const facts = await look(file);
      if (signal.aborted) return;
      onSeen(file, facts);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lookAtRest));
};
