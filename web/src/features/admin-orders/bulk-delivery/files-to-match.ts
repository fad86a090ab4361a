import type { InspectedFiles } from './inspect-files.ts';
import type { FileToMatch, LineToMatch, RegisteredAthlete } from './match-videos.ts';
import type { Source } from './plan-delivery.ts';

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

const DIRECTION = /[縦横]|tate|yoko|vertical|horizontal|portrait|landscape/u;
/** Longer ones are dates. */
const BIB = /^\d{1,5}$/u;

type Known = { lines: readonly LineToMatch[]; athletes: readonly RegisteredAthlete[] };

/** Whether a folder's name says something about its videos: a contest, a category, an athlete, a bib number or a direction. */
const createTelling = ({ lines, athletes }: Known): ((folder: string) => boolean) => {
  const names = [...lines, ...athletes].flatMap(({ contestName, category, athleteName }) => [contestName, category, athleteName ?? '']);
  const known = [...new Set(names.map(plain))];
  const isKnown = (word: string): boolean =>
    word.length > 1 && /\p{L}/u.test(word) && known.some((name) => name !== '' && (name.includes(word) || word.includes(name)));
  return (folder) =>
    DIRECTION.test(plain(folder)) ||
    folder
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .some((word) => BIB.test(word) || isKnown(word));
};

type Input = Known & { sources: readonly Source[]; inspected: InspectedFiles };

/**
 * The files as the matcher reads them. The folder that the admin chose contains all of them; its name counts only if it says something about the
 * videos, so that a folder such as "finished" does not make every name unclear.
 */
export const filesToMatch = ({ sources, inspected, ...known }: Input): FileToMatch[] => {
  const paths = sources.map(({ label }) => label.split('/'));
  const root = paths[0]?.[0];
  const isShared = paths.every((path) => path.length > 1 && path[0] === root);
  const skipped = isShared && root !== undefined && !createTelling(known)(root) ? 1 : 0;
  return sources.map(({ id, file }, index) => {
    const path = paths[index] ?? [];
    const metadata = inspected.get(index);
    const isOriented = metadata && metadata.width !== metadata.height;
    return {
      id,
      name: path.at(-1) ?? '',
      folders: path.slice(skipped, -1),
      size: file?.size ?? 0,
      ...(isOriented && { orientation: metadata.width > metadata.height ? 'horizontal' : 'vertical' }),
    };
  });
};
