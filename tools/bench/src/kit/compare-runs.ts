import { type Figure, shown } from './report.ts';
import { median } from './rounds.ts';

const judgedOf = ({ ratio, value }: Figure): number => ratio ?? value;

const cellOf = (figure: Figure | undefined): string => {
  if (!figure) return '–';
  const { value, ratio } = figure;
  return ratio === undefined ? shown(value) : `${shown(value)} (${ratio.toFixed(2)})`;
};

/** The distance between the smallest and the largest result, as a share of the median. */
const spreadOf = (figures: readonly Figure[]): string => {
  const values = figures.map(judgedOf);
  const share = (Math.max(...values) - Math.min(...values)) / Math.abs(median(values));
  return Number.isFinite(share) ? `${Math.round(share * 100)} %` : '–';
};

const goalOf = (figures: readonly Figure[]): string => {
  const goal = figures[0]?.goal ?? '';
  if (goal === '') return '';
  const reached = figures.filter(({ isReached }) => isReached).length;
  return `${goal}: ${reached === figures.length ? 'reached' : `missed, reached in ${reached} of ${figures.length}`}`;
};

/**
 * The figures of several runs as Markdown: a table per section and a row per figure, with the value of each run and, in brackets, its ratio to the
 * baseline.
 */
export const compareRuns = (runs: readonly (readonly Figure[])[]): string => {
  const rows = new Map<string, Map<string, (Figure | undefined)[]>>();
  for (const [index, figures] of runs.entries()) {
    for (const figure of figures) {
      const ofSection = rows.get(figure.section) ?? new Map<string, (Figure | undefined)[]>();
      rows.set(figure.section, ofSection);
      const label = figure.unit === '' ? figure.name : `${figure.name}, ${figure.unit}`;
      const cells = ofSection.get(label) ?? Array.from({ length: runs.length }, () => undefined);
      cells[index] = figure;
      ofSection.set(label, cells);
    }
  }
  const head = ['figure', ...runs.map((_, index) => `run ${index + 1}`), 'spread', 'goal'];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [...rows].flatMap(([section, ofSection]) => [
    `### ${section}`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...[...ofSection].map(([label, cells]) => {
      const measured = cells.filter((cell) => cell !== undefined);
      return line([label, ...cells.map(cellOf), spreadOf(measured), goalOf(measured)]);
    }),
    '',
  ]);
  return lines.join('\n');
};
