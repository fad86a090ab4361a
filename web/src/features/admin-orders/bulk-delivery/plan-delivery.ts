import type { AdminLine } from '@stagereel/contracts';
import { awaitsVideo, type OrderGroup } from '../lib/order-groups.ts';
import { type VideoMatches, videoKey } from './match-videos.ts';

/** By line id: the index of the chosen file that is its video; null for none. */
export type Choices = Readonly<Record<string, number | null>>;

/**
 * A line with its video: a file to upload, or the URL that it already has, '' for none. With both, an earlier bulk delivery uploaded the URL,
 * and `sha256` is its content: the file is uploaded only if its content differs.
 */
export type PlannedLine = { line: AdminLine; file: number | null; url: string; sha256: string | null };
export type PlannedOrder = { orderNumber: string; lines: readonly PlannedLine[] };
export type DeliveryPlan = {
  /** Orders whose lines all have a video: these are delivered. */
  orders: readonly PlannedOrder[];
  /** Orders of which only some lines have a video: nothing is sent for them. */
  incomplete: readonly string[];
  /** Lines whose file is also chosen for a line that wants another video. */
  conflicting: ReadonlySet<string>;
};

type Texts = Readonly<Record<string, string>>;
/** The videos that lines already have: URLs by line id, and by URL the SHA-256 of those that a bulk delivery uploaded. */
export type ExistingVideos = { urls: Texts; hashes: Texts };

const existingHash = ({ urls, hashes }: ExistingVideos, lineId: string): string | null => hashes[urls[lineId] ?? ''] ?? null;

/** The lines of these orders without a video, or with one that an earlier bulk delivery uploaded but did not deliver. */
export const linesToMatch = ({ groups, ...existing }: ExistingVideos & { groups: readonly OrderGroup[] }): AdminLine[] =>
  groups.flatMap(({ lines }) =>
    lines.filter((line) => awaitsVideo(line) && (!existing.urls[line.id] || existingHash(existing, line.id) !== null)),
  );

/** Hides the lines that already have a video and that no chosen file fits: there is nothing to review about them. */
export const matchesToReview = ({ matches, urls }: { matches: VideoMatches; urls: Texts }): VideoMatches => ({
  ...matches,
  lines: matches.lines.filter(({ line, files }) => files.length > 0 || !urls[line.id]),
});

/** Chooses the files of certain matches; the admin decides about the others. */
export const certainChoices = ({ lines }: VideoMatches): Choices =>
  Object.fromEntries(lines.map(({ line, state, files }) => [line.id, state === 'certain' ? (files[0] ?? null) : null]));

type Input = ExistingVideos & { groups: readonly OrderGroup[]; choices: Choices };

/** Plans which orders are delivered with these choices. An order is delivered as a whole or not at all. */
export const planDelivery = ({ groups, choices, ...existing }: Input): DeliveryPlan => {
  const videosByFile = new Map<number, Set<string>>();
  for (const line of groups.flatMap(({ lines }) => lines)) {
    const file = choices[line.id] ?? null;
    if (file !== null) videosByFile.set(file, (videosByFile.get(file) ?? new Set()).add(videoKey(line)));
  }
  const isConflicting = (file: number | null): boolean => file !== null && (videosByFile.get(file)?.size ?? 0) > 1;
  const planned = groups.map(({ orderNumber, lines }) => ({
    orderNumber,
    lines: lines.filter(awaitsVideo).map((line) => ({
      line,
      file: choices[line.id] ?? null,
      url: existing.urls[line.id] ?? '',
      sha256: existingHash(existing, line.id),
    })),
  }));
  const withFile = planned.filter(({ lines }) => lines.some(({ file }) => file !== null));
  const isComplete = ({ lines }: PlannedOrder): boolean => lines.every(({ file, url }) => file !== null || url !== '');
  return {
    orders: withFile.filter(isComplete),
    incomplete: withFile.filter((order) => !isComplete(order)).map(({ orderNumber }) => orderNumber),
    conflicting: new Set(Object.entries(choices).flatMap(([id, file]) => (isConflicting(file) ? [id] : []))),
  };
};
