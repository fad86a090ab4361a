import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Journal = {
  /** Queues a line; resolves when it is on the disk. The lines have the order of the calls. */
  append(line: string): Promise<void>;
  /** Resolves when every line queued so far is on the disk. */
  settled(): Promise<void>;
  /** The write error after which nothing more is written. */
  failure(): Error | undefined;
  close(): Promise<void>;
};

/**
 * Reads the lines of a journal; a missing file has none. An incomplete last line is dropped: the process was killed while it wrote, and
 * no response has shown that step. Any other unreadable line is damage, and the Error names it.
 */
export async function readJournal(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n');
  lines.pop();
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw new Error(`${file} is damaged at line ${index + 1}; move the file away to start without the earlier payments.`);
    }
  });
}

/** Replaces the whole file atomically: a crash leaves either the old file or the new one. */
async function replaceFile(input: { file: string; lines: Iterable<string> }): Promise<number> {
  const content = Buffer.from([...input.lines].map((line) => `${line}\n`).join(''));
  const draft = `${input.file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, input.file);
  const folder = await open(dirname(input.file), 'r');
  await folder.sync().finally(() => folder.close());
  return content.length;
}

/**
 * Opens a journal that begins with the lines of `snapshot` and is compacted to a new snapshot when it has grown by `growthLimit` bytes.
 * Lines that are queued during a write share the next one, so that many payments need only one flush.
 */
export async function openJournal(input: { file: string; snapshot: () => Iterable<string>; growthLimit: number }): Promise<Journal> {
  const { file, snapshot, growthLimit } = input;
  let baseBytes = await replaceFile({ file, lines: snapshot() });
  let bytes = baseBytes;
  let handle = await open(file, 'a', 0o600);
  let queue: string[] = [];
  let batch = Promise.resolve();
  let failure: Error | undefined;

  async function write(): Promise<void> {
    const content = Buffer.from(queue.map((line) => `${line}\n`).join(''));
    queue = [];
    await handle.appendFile(content);
    await handle.datasync();
    bytes += content.length;
    if (bytes - baseBytes < growthLimit) return;
    baseBytes = await replaceFile({ file, lines: snapshot() });
    bytes = baseBytes;
    await handle.close();
    handle = await open(file, 'a', 0o600);
  }

  /** Schedules the next write. It begins when the one before has ended, and writes all lines that are queued by then. */
  function nextBatch(): Promise<void> {
    const mine = batch.then(write).catch((error: Error) => {
      failure ??= error;
      throw error;
    });
    mine.catch(() => undefined);
    batch = mine;
    return mine;
  }

  let queued = Promise.resolve();
  return {
    append(line) {
      if (failure) return Promise.reject(failure);
      if (queue.length === 0) queued = nextBatch();
      queue.push(line);
      return queued;
    },
    settled: () => batch,
    failure: () => failure,
    async close() {
      await batch.catch(() => undefined);
      await handle.close();
    },
  };
}
