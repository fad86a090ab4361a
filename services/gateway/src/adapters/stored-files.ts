import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { errorBodySchema, givenBackSchema, reservationSchema, type StoredBytes } from '@stagereel/contracts';
import {
  createBufferPool,
  type InternalClient,
  type Meter,
  meteredPieces,
  readPieces,
  sendPieces,
  storedPath,
} from '@stagereel/service-kit';

/** A part of a stored file, open and ready to be sent. */
export type OpenedBytes = { sendInto: (into: ServerResponse) => Promise<unknown> };
export type StoredFiles = {
  /** Undefined when the file is not here. Whoever opens it sends it. */
  open: (bytes: StoredBytes) => Promise<OpenedBytes | undefined>;
};

/** Counts at the media service, over HTTP. */
const createRemoteMeter = ({ media, claimId }: { media: InternalClient; claimId: string }): Meter => {
  const path = `/internal/grants/${claimId}`;
  return {
    reserve: async (span) => {
      const refusal = { status: 410, schema: errorBodySchema };
      const reply = await media.ask({ method: 'POST', path: `${path}/reserve`, body: span, answer: reservationSchema, refusal });
      return 'refused' in reply ? null : reply.answer;
    },
    giveBack: async (unsent) => {
      await media.request({ method: 'POST', path: `${path}/give-back`, body: unsent, answer: givenBackSchema });
    },
  };
};

/** The folder in which the media service keeps its files, where this machine has it, too. */
export const createStoredFiles = ({ dir, media }: { dir: string; media: InternalClient }): StoredFiles => {
  const pool = createBufferPool();
  return {
    open: async ({ key, start, end, size, claimId }) => {
      const file = await open(storedPath({ dir, key }), 'r').catch(() => undefined);
      if (!file) return undefined;
      const read = readPieces({ file, start, end, pool });
      const range = { start, end };
      const pieces = claimId === null ? read : meteredPieces({ pieces: read, range, size, meter: createRemoteMeter({ media, claimId }) });
      return { sendInto: (into) => sendPieces({ pieces, into }) };
    },
  };
};
