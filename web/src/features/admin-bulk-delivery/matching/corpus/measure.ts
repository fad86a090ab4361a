import { VIDEO_STYLES } from '@stagereel/contracts';
import type { MatchInput, VideoMatch } from '../match-videos.ts';
import type { NamingStyle } from './naming.ts';
import { createRandom, type NamedFile, orientationOf, type Video, videoKeyOf } from './world.ts';

/** Files in each style. */
const FILES = 56;
/** The share of files whose videos nobody ordered. */
const UNORDERED = 0.1;

/** The videos that a style's files are named after, in random order. */
const videosOf = ({ world, suits = () => true, unordered = UNORDERED }: NamingStyle, random: ReturnType<typeof createRandom>): Video[] => {
  const ordered = new Map(world.videos.map((video) => [video.key, video]));
  const all = world.athletes.flatMap((athlete) =>
    VIDEO_STYLES.map((style): Video => {
      const key = videoKeyOf(athlete, style);
      return ordered.get(key) ?? { key, athlete, style, lineIds: [] };
    }),
  );
  return random.shuffle(all.filter((video) => suits(video) && (video.lineIds.length > 0 || random.chance(unordered))));
};

/**
 * The files of one style with their answers, the same in each run. No batch has two files of one video, so a style that suits few athletes,
 * such as those with names in kana, has several batches.
 */
const batchesOf = (style: NamingStyle): NamedFile[][] => {
  const random = createRandom(style.name);
  const videos = videosOf(style, random);
  const batches: NamedFile[][] = [];
  for (let remaining = FILES; remaining > 0; remaining -= videos.length) {
    const batch = videos.slice(0, remaining).flatMap((video): NamedFile[] =>
      [style.nameFiles(video, random)].flat().map(({ path, isClear, orientation }) => {
        const folders = path.split('/');
        const name = folders.pop() ?? '';
        const own = orientation ?? (random.chance(0.5) ? orientationOf(video.style) : 'unknown');
        return {
          file: { id: path, name, folders, size: path.length, orientation: own === 'unknown' ? undefined : own },
          answer: isClear && video.lineIds.length > 0 ? video.key : null,
        };
      }),
    );
    batches.push(batch.map(({ file, answer }, index) => ({ file: { ...file, id: `file ${index}` }, answer })));
  }
  return batches;
};

/** `wrong`: certain of a line that is not the answer; `missed`: clear files in question or unknown. */
export type Figures = { files: number; clear: number; certain: number; wrong: readonly string[]; missed: readonly string[] };

/** Compares a matcher's results with the answers. */
export const measure = (match: (input: MatchInput) => VideoMatch[], style: NamingStyle): Figures => {
  const { lines, athletes, videos } = style.world;
  const lineIds = new Map(videos.map((video) => [video.key, video.lineIds.join()]));
  const results = batchesOf(style).flatMap((batch) => {
    const matches = match({ files: batch.map(({ file }) => file), lines, athletes, choices: [] });
    return batch.map(({ file, answer }, index) => {
      const found = matches[index];
      const isCertain = found?.state === 'certain';
      const isRight = isCertain && answer !== null && found.lineIds.toSorted().join() === lineIds.get(answer);
      const text = `${[...file.folders, file.name].join('/')} → ${found?.state}, ${found?.group}: ${found?.lineIds.join()}; the answer is ${answer}`;
      return { answer, isCertain, isRight, text };
    });
  });
  return {
    files: results.length,
    clear: results.filter(({ answer }) => answer !== null).length,
    certain: results.filter(({ isRight }) => isRight).length,
    wrong: results.filter(({ isCertain, isRight }) => isCertain && !isRight).map(({ text }) => text),
    missed: results.filter(({ answer, isCertain }) => answer !== null && !isCertain).map(({ text }) => text),
  };
};
