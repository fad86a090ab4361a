import type { DeadLetter } from '@stagereel/service-kit';

const ERROR_WIDTH = 100;

/** Contents stay out of the table: they may hold a code, and addresses of customers. */
const COLUMNS: { title: string; of: (letter: DeadLetter) => string }[] = [
  { title: 'MESSAGE ID', of: ({ messageId }) => messageId },
  { title: 'QUEUE', of: ({ queue }) => queue },
  { title: 'EVENT', of: ({ type }) => type },
  { title: 'ATTEMPTS', of: ({ attempts }) => String(attempts) },
  { title: 'FAILED AT', of: ({ failedAt }) => failedAt },
  { title: 'ERROR', of: ({ error }) => error.replace(/\s+/g, ' ').slice(0, ERROR_WIDTH) },
];

/** Dead letters as aligned columns, one a line. */
export const deadLetterTable = (letters: readonly DeadLetter[]): string => {
  if (letters.length === 0) return 'No dead letters.';
  const rows = [COLUMNS.map(({ title }) => title), ...letters.map((letter) => COLUMNS.map(({ of }) => of(letter) || '-'))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n\n${letters.length === 1 ? '1 dead letter' : `${letters.length} dead letters`}`;
};
