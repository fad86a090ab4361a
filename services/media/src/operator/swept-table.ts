import type { Swept } from '../domain/housekeeping/swept.ts';

/** What was swept or would be, one a line, and what it takes in all. */
export const sweptTable = ({ swept, isDryRun }: { swept: readonly Swept[]; isDryRun: boolean }): string => {
  if (swept.length === 0) return 'There is nothing to sweep.';
  const lines = swept.map(({ what, why, id, bytes, since }) =>
    [what.padEnd(14), since.toISOString(), String(bytes).padStart(14), id, why].join('  '),
  );
  const total = swept.reduce((sum, { bytes }) => sum + bytes, 0);
  const verdict = isDryRun ? 'would go; nothing was changed' : 'went';
  return `${lines.join('\n')}\n\n${swept.length} with ${total} bytes ${verdict}.`;
};
