import type { AdminLine } from '@stagereel/contracts';
import { awaitsVideo, type OrderGroup, videoKey } from '../../../components/admin-order/order-groups.ts';
import type { VideoMatch } from '../matching/match-videos.ts';
import type { UnfinishedRun } from './unfinished-run.ts';

/** What the admin gives to the lines: a video file, or a row of a pasted list with a URL. `id` is the same when it is given again. */
export type Source = { id: string; label: string; file: File | null; url: string };

/** By line id: the index of the source that is its video. */
export type Choices = Readonly<Record<string, number>>;

/**
 * A line with its video: a file to upload, or the URL that it already has, '' for none. With both, an earlier bulk delivery uploaded the URL,
 * and `sha256` is its content: the file is uploaded only if its content differs. `file` is the index of the source.
 */
export type PlannedLine = { line: AdminLine; file: number | null; url: string; sha256: string | null };
export type PlannedOrder = { orderNumber: string; lines: readonly PlannedLine[] };
export type DeliveryPlan = {
  /** Orders whose lines all have a video: these are delivered. */
  orders: readonly PlannedOrder[];
  /** Orders of which only some lines have a video: nothing is sent for them. */
  incomplete: readonly string[];
};

type Texts = Readonly<Record<string, string>>;
/** The videos that lines already have: URLs by line id, and by URL the SHA-256 of those that a bulk delivery uploaded. */
export type ExistingVideos = { urls: Texts; hashes: Texts };

const existingHash = ({ urls, hashes }: ExistingVideos, lineId: string): string | null => hashes[urls[lineId] ?? ''] ?? null;

type OpenLines = ExistingVideos & { groups: readonly OrderGroup[]; unfinished: Pick<UnfinishedRun, 'urls'> };

/**
 * The lines of these orders without a video, or with one that an earlier bulk delivery gave them but did not deliver: its file may be chosen
 * again, and the URL of a list may have been a wrong one.
 */
export const linesToMatch = ({ groups, unfinished, ...existing }: OpenLines): AdminLine[] => {
  const isReplaceable = (id: string): boolean => {
    const url = existing.urls[id] ?? '';
    return url === '' || existingHash(existing, id) !== null || unfinished.urls[id] === url;
  };
  return groups.flatMap(({ lines }) => lines.filter((line) => awaitsVideo(line) && isReplaceable(line.id)));
};

type Matched = Pick<VideoMatch, 'state' | 'lineIds' | 'reason'>;

/**
 * The lines of certain matches. `contested`: indices of sources that lost a line, because several sources are certain of it. The one that the
 * admin chose by hand gets the line; without such a choice none does.
 */
export const chooseCertain = (matches: readonly Matched[]): { choices: Choices; contested: ReadonlySet<number> } => {
  const claims = new Map<string, { byHand: number[]; others: number[] }>();
  for (const [index, { state, lineIds, reason }] of matches.entries()) {
    if (state !== 'certain') continue;
    for (const lineId of lineIds) {
      const claim = claims.get(lineId) ?? { byHand: [], others: [] };
      claims.set(lineId, claim);
      claim[reason === 'choice' ? 'byHand' : 'others'].push(index);
    }
  }
  const choices: Record<string, number> = {};
  const contested = new Set<number>();
  for (const [lineId, { byHand, others }] of claims) {
    const all = [...byHand, ...others];
    const isClear = byHand.length === 1 || all.length === 1;
    const [winner] = all;
    for (const index of all) if (!isClear || index !== winner) contested.add(index);
    if (isClear && winner !== undefined) choices[lineId] = winner;
  }
  return { choices, contested };
};

/** All of these lines that want the same video: several customers may have ordered it. */
export const sameVideoLines = ({ lineId, lines }: { lineId: string; lines: readonly AdminLine[] }): string[] => {
  const line = lines.find(({ id }) => id === lineId);
  return line ? lines.filter((other) => videoKey(other) === videoKey(line)).map(({ id }) => id) : [];
};

type Input = ExistingVideos & {
  groups: readonly OrderGroup[];
  sources: readonly Source[];
  choices: Choices;
  /** Lines about which the review asks: the videos that they have already may be the wrong ones. */
  asked: ReadonlySet<string>;
  /** An interrupted bulk delivery: its orders are delivered without files if it left all of their videos, and nobody changed them since. */
  unfinished: Pick<UnfinishedRun, 'orders' | 'urls'>;
};

/** Plans which orders are delivered with these choices. An order is delivered as a whole or not at all. */
export const planDelivery = ({ groups, sources, choices, asked, unfinished, ...existing }: Input): DeliveryPlan => {
  const plannedOf = (line: AdminLine): PlannedLine => {
    const index = choices[line.id];
    const source = index === undefined ? undefined : sources[index];
    if (index !== undefined && source?.file === null) return { line, file: null, url: source.url, sha256: null };
    if (index === undefined && asked.has(line.id)) return { line, file: null, url: '', sha256: null };
    return { line, file: index ?? null, url: existing.urls[line.id] ?? '', sha256: existingHash(existing, line.id) };
  };
  const started = new Set(unfinished.orders);
  const isLeft = ({ line, file, url, sha256 }: PlannedLine): boolean =>
    file === null && url !== '' && (sha256 !== null || unfinished.urls[line.id] === url);
  const planned = groups
    .map(({ orderNumber, lines }) => ({
      orderNumber,
      lines: lines.filter(awaitsVideo).map(plannedOf),
    }))
    .filter(
      ({ orderNumber, lines }) =>
        lines.some(({ line }) => choices[line.id] !== undefined) || (started.has(orderNumber) && lines.every(isLeft)),
    );
  const isComplete = ({ lines }: PlannedOrder): boolean => lines.every(({ file, url }) => file !== null || url !== '');
  return {
    orders: planned.filter(isComplete),
    incomplete: planned.filter((order) => !isComplete(order)).map(({ orderNumber }) => orderNumber),
  };
};
