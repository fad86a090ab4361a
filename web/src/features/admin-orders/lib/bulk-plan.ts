import type { AdminLine } from '@stagereel/contracts';
import { type VideoMatches, wantedVideo } from './match-videos.ts';
import type { OrderGroup } from './order-groups.ts';

/** By line id: which of the chosen files is its video; null for none. */
export type Choices = Readonly<Record<string, number | null>>;

/**
 * A line's video: a file that is still to be sent, or a download that lies on the desk already. With both, the download is what an earlier
 * run sent, and `sha256` its content: the file is sent only if it is another one by now.
 */
export type PlannedLine = { line: AdminLine; file: number | null; url: string; sha256: string | null };
export type PlannedOrder = { orderNumber: string; lines: readonly PlannedLine[] };
export type BulkPlan = {
  /** Every line has its video: these are delivered. */
  orders: readonly PlannedOrder[];
  /** Some lines have theirs, others not; nothing of them is sent. */
  incomplete: readonly string[];
  /** Lines whose file is chosen for a line, too, that wants another video. */
  doubled: ReadonlySet<string>;
};

type Texts = Readonly<Record<string, string>>;
/** Downloads on the desk by line id, and by URL the content of those that an earlier run sent. */
export type Desk = { urls: Texts; contents: Texts };

const contentOnDesk = ({ urls, contents }: Desk, lineId: string): string | null => contents[urls[lineId] ?? ''] ?? null;

/** The lines of these orders that wait for a video, and have none on the desk or one that an earlier run sent and did not deliver. */
export const waitingLines = ({ groups, ...desk }: Desk & { groups: readonly OrderGroup[] }): AdminLine[] =>
  groups.flatMap(({ lines }) =>
    lines.filter(({ id, productionPossible }) => !productionPossible && (!desk.urls[id] || contentOnDesk(desk, id) !== null)),
  );

/** What there is to look at: a line whose video an earlier run sent is done as long as no file fits it. */
export const withoutSent = ({ matches, urls }: { matches: VideoMatches; urls: Texts }): VideoMatches => ({
  ...matches,
  lines: matches.lines.filter(({ line, files }) => files.length > 0 || !urls[line.id]),
});

/** What is sure is chosen; all else waits for the admin. */
export const sureChoices = ({ lines }: VideoMatches): Choices =>
  Object.fromEntries(lines.map(({ line, state, files }) => [line.id, state === 'sure' ? (files[0] ?? null) : null]));

type Input = Desk & { groups: readonly OrderGroup[]; choices: Choices };

/** What one confirmation would deliver. An order goes out whole or not at all. */
export const planDelivery = ({ groups, choices, ...desk }: Input): BulkPlan => {
  const wanted = new Map<number, Set<string>>();
  for (const line of groups.flatMap(({ lines }) => lines)) {
    const file = choices[line.id] ?? null;
    if (file !== null) wanted.set(file, (wanted.get(file) ?? new Set()).add(wantedVideo(line)));
  }
  const isDoubled = (file: number | null): boolean => file !== null && (wanted.get(file)?.size ?? 0) > 1;
  const planned = groups.map(({ orderNumber, lines }) => ({
    orderNumber,
    lines: lines
      .filter(({ productionPossible }) => !productionPossible)
      .map((line) => ({ line, file: choices[line.id] ?? null, url: desk.urls[line.id] ?? '', sha256: contentOnDesk(desk, line.id) })),
  }));
  const touched = planned.filter(({ lines }) => lines.some(({ file }) => file !== null));
  const isWhole = ({ lines }: PlannedOrder): boolean => lines.every(({ file, url }) => file !== null || url !== '');
  return {
    orders: touched.filter(isWhole),
    incomplete: touched.filter((order) => !isWhole(order)).map(({ orderNumber }) => orderNumber),
    doubled: new Set(Object.entries(choices).flatMap(([id, file]) => (isDoubled(file) ? [id] : []))),
  };
};
