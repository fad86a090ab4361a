import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { countedSchema, errorBodySchema, type StoredBytes } from '@stagereel/contracts';
import {
  countedAllowance,
  createBufferPool,
  createPatience,
  type InternalClient,
  type KernelSend,
  type Logger,
  type Meter,
  sendBytes,
  sourceOfFile,
  storedPath,
  unlessMissing,
} from '@stagereel/service-kit';

/** A part of a stored file, open and ready to be sent. */
export type OpenedBytes = { sendInto: (into: ServerResponse) => Promise<unknown>; close: () => Promise<void> };
export type StoredFiles = {
  /** Undefined when the file is not here. Whoever opens it sends or closes it. */
  open: (bytes: StoredBytes) => Promise<OpenedBytes | undefined>;
  /** Resolves when what did not leave has been given back. */
  stop: () => Promise<void>;
};

/** Counts at the media service, over HTTP. */
const createRemoteMeter = ({ media, claimId }: { media: InternalClient; claimId: string }): Meter => {
  const path = `/internal/grants/${claimId}`;
  return {
    reserve: async (stretch) => {
      const refusal = { status: 410, schema: errorBodySchema };
      const reply = await media.ask({ method: 'POST', path: `${path}/reserve`, body: stretch, answer: countedSchema, refusal });
      return 'answer' in reply;
    },
    giveBack: async (unsent) => {
      await media.request({ method: 'POST', path: `${path}/give-back`, body: unsent, answer: countedSchema });
    },
  };
};

type Log = Pick<Logger, 'warn'>;

/** Opens what is there. What stands in the way otherwise is said once, not with each request: the file goes another way. */
const createOpener = ({ dir, logger }: { dir: string; logger: Log }) => {
  const told = new Set<unknown>();
  return async (key: string): Promise<FileHandle | undefined> => {
    const path = storedPath({ dir, key });
    try {
      return await unlessMissing(open(path, 'r'));
    } catch (err) {
      const { code } = err as NodeJS.ErrnoException;
      if (!told.has(code)) logger.warn({ err }, 'a stored file that is here cannot be opened, so media sends it');
      told.add(code);
      return undefined;
    }
  };
};

type Deps = { dir: string; media: InternalClient; kernel: KernelSend | undefined; logger: Log };

/** The folder in which the media service keeps its files, where this machine has it, too. */
export const createStoredFiles = ({ dir, media, kernel, logger }: Deps): StoredFiles => {
  const ways = { kernel, pool: createBufferPool() };
  const openFile = createOpener({ dir, logger });
  const { patient, settled } = createPatience({
    onLost: (err, unsent) => logger.warn({ err, unsent }, 'bytes that never left stay counted'),
  });
  return {
    open: async ({ key, start, end, size, claimId }) => {
      const file = await openFile(key);
      if (!file) return undefined;
      const range = { start, end };
      const source = sourceOfFile(ways, { file, ...range });
      if (claimId === null) return { sendInto: (into) => sendBytes({ source, range, into }), close: source.close };
      const meter = patient(createRemoteMeter({ media, claimId }));
      const sendInto: OpenedBytes['sendInto'] = (into) =>
        sendBytes({ source, range, into, allowance: countedAllowance({ range, size, meter }) });
      return { sendInto, close: source.close };
    },
    stop: settled,
  };
};
