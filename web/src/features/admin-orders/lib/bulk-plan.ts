import type { AdminLine } from '@stagereel/contracts';
import { type VideoMatches, wantedVideo } from './match-videos.ts';
import type { OrderGroup } from './order-groups.ts';

/** By line id: which of the chosen files is its video; null for none. */
export type Choices = Readonly<Record<string, number | null>>;

/** A line's video: a file that is still to be sent, or a download that lies on the desk already. */
export type PlannedLine = { line: AdminLine; file: number | null; url: string };
export type PlannedOrder = { orderNumber: string; lines: readonly PlannedLine[] };
export type BulkPlan = {
  /** Every line has its video: these are delivered. */
  orders: readonly PlannedOrder[];
  /** Some lines have theirs, others not; nothing of them is sent. */
  incomplete: readonly string[];
  /** Lines whose file is chosen for a line, too, that wants another video. */
  doubled: ReadonlySet<string>;
};

/** The lines of these orders that wait for a video and have none on the desk. */
export const waitingLines = ({ groups, urls }: { groups: readonly OrderGroup[]; urls: Readonly<Record<string, string>> }): AdminLine[] =>
  groups.flatMap(({ lines }) => lines.filter(({ id, productionPossible }) => !productionPossible && !urls[id]));

/** What is sure is chosen; all else waits for the admin. */
export const sureChoices = ({ lines }: VideoMatches): Choices =>
  Object.fromEntries(lines.map(({ line, state, files }) => [line.id, state === 'sure' ? (files[0] ?? null) : null]));

type Input = { groups: readonly OrderGroup[]; urls: Readonly<Record<string, string>>; choices: Choices };

/** What one confirmation would deliver. An order goes out whole or not at all. */
export const planDelivery = ({ groups, urls, choices }: Input): BulkPlan => {
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
      .map((line) => ({ line, file: choices[line.id] ?? null, url: urls[line.id] ?? '' })),
  }));
  const touched = planned.filter(({ lines }) => lines.some(({ file }) => file !== null));
  const isWhole = ({ lines }: PlannedOrder): boolean => lines.every(({ file, url }) => file !== null || url !== '');
  return {
    orders: touched.filter(isWhole),
    incomplete: touched.filter((order) => !isWhole(order)).map(({ orderNumber }) => orderNumber),
    doubled: new Set(Object.entries(choices).flatMap(([id, file]) => (isDoubled(file) ? [id] : []))),
  };
};
