import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { errorBodySchema, reservationResultSchema, type StoredBytes } from '@stagereel/contracts';
import {
  type ByteReservations,
  createBufferPool,
  createReservationRetries,
  createSendPermit,
  fileSource,
  type InternalClient,
  type Logger,
  type Sendfile,
  sendBytes,
  storedPath,
  undefinedIfMissing,
} from '@stagereel/service-kit';

/** A range of a stored file, open and ready to be sent. */
export type OpenedBytes = { sendInto: (into: ServerResponse) => Promise<number>; close: () => Promise<void> };
export type StoredFiles = {
  /** Undefined if the file cannot be opened here. The caller must send or close what was opened. */
  open: (input: { bytes: StoredBytes; requestId: string }) => Promise<OpenedBytes | undefined>;
  /** Resolves when all reservations of unsent bytes are released. */
  stop: () => Promise<void>;
};

/** Reserves bytes of a download claim in the media service, which keeps its byte quota. */
const createRemoteReservations = (input: { media: InternalClient; claimId: string; requestId: string }): ByteReservations => {
  const { media, claimId, requestId: correlationId } = input;
  const path = `/internal/grants/${claimId}`;
  return {
    reserve: async (range) => {
      const refusal = { status: 410, schema: errorBodySchema };
      const result = await media.requestRefusable({
        method: 'POST',
        correlationId,
        path: `${path}/reserve`,
        body: range,
        schema: reservationResultSchema,
        refusal,
      });
      return 'response' in result;
    },
    release: async (unsent) => {
      await media.request({ method: 'POST', correlationId, path: `${path}/give-back`, body: unsent, schema: reservationResultSchema });
    },
  };
};

type WarnLogger = Pick<Logger, 'warn'>;

/** Opens a file, or returns undefined so that media sends it. A missing file is normal; each other error is logged once, not per request. */
const createOpener = ({ dir, logger }: { dir: string; logger: WarnLogger }) => {
  const loggedCodes = new Set<unknown>();
  return async (key: string): Promise<FileHandle | undefined> => {
    const path = storedPath({ dir, key });
    try {
      return await undefinedIfMissing(open(path, 'r'));
    } catch (err) {
      const { code } = err as NodeJS.ErrnoException;
      if (!loggedCodes.has(code)) logger.warn({ err }, 'Stored file cannot be opened; media sends it');
      loggedCodes.add(code);
      return undefined;
    }
  };
};

type Options = { dir: string; media: InternalClient; kernel: Sendfile | undefined; logger: WarnLogger };

/** Reads the media service's files from its storage folder, where the gateway has access to it. */
export const createStoredFiles = ({ dir, media, kernel, logger }: Options): StoredFiles => {
  const senders = { kernel, pool: createBufferPool() };
  const openFile = createOpener({ dir, logger });
  const { withRetries, settled } = createReservationRetries({
    onLost: (err, unsent) => logger.warn({ err, unsent }, 'Failed to release reservation'),
  });
  return {
    open: async ({ bytes: { key, start, end, size, claimId }, requestId }) => {
      const file = await openFile(key);
      if (!file) return undefined;
      const range = { start, end };
      const source = fileSource(senders, { file, ...range });
      if (claimId === null) return { sendInto: (into) => sendBytes({ source, range, into }), close: source.close };
      const reservations = withRetries(createRemoteReservations({ media, claimId, requestId }));
      const sendInto: OpenedBytes['sendInto'] = (into) =>
        sendBytes({ source, range, into, permit: createSendPermit({ range, size, reservations }) });
      return { sendInto, close: source.close };
    },
    stop: settled,
  };
};
