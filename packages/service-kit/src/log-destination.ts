import { type DestinationStream, pino } from 'pino';

type Destination = DestinationStream & { flushSync: () => void };

/**
 * Standard output, with one write for all lines of a turn of the event loop: a write for each line takes as long as everything else about the line.
 * Nothing is written later than at the end of the turn, or at the end of the process.
 */
const openStandardOutput = (): Destination => {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const flushSync = (): void => {
    if (lines === '') return;
    const written = lines;
    lines = '';
    output.write(written);
  };
  let isOpen = false;
  return {
    write: (line) => {
      if (!isOpen) process.once('exit', flushSync);
      isOpen = true;
      if (lines === '') setImmediate(flushSync);
      lines += line;
    },
    // pino calls it after a fatal error.
    flushSync,
  };
};

let shared: Destination | undefined;

/** One for the whole process. */
export const standardOutput = (): Destination => {
  shared ??= openStandardOutput();
  return shared;
};
