import { NOTHING_CHOSEN, type ShownLine } from './bulk-dialog.ts';
import type { PlacedOrder } from './bulk-shop.ts';

type Table = { lines: readonly ShownLine[]; surplus: readonly string[] };

/** The expected review of a folder while these orders await delivery. `paths`: all files of the folder. */
export const expectedTable = ({ waiting, paths }: { waiting: readonly PlacedOrder[]; paths: Iterable<string> }): Table => {
  const matched = new Set(waiting.flatMap(({ lines }) => lines.flatMap(({ files }) => files)));
  const surplus = [...paths].filter((path) => !matched.has(path)).sort();
  const lines = waiting.flatMap((order) =>
    order.lines.map(({ video: { contest, category, bib, style }, state, files, remarks }, index) => ({
      state,
      lineId: order.lineIds[index] ?? '',
      subject: [contest, category, bib, style].join('・'),
      chosen: (state === '確実' ? files[0] : undefined) ?? NOTHING_CHOSEN,
      // If no file matches, the admin may choose one of the unmatched files.
      offered: files.length > 0 ? [...files].sort() : surplus,
      remarks,
    })),
  );
  return { lines: lines.sort(byLine), surplus };
};

export const byLine = (one: { lineId: string }, other: { lineId: string }): number => one.lineId.localeCompare(other.lineId);
