import { HAND_OVER_HEADER, type Span, STORED_BYTES_HEADER, type StoredBytes } from '@stagereel/contracts';
import { AppError, type ByteSource, countedAllowance, type PatientMeter, sendBytes } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile } from '../domain/records.ts';
import type { Storage } from '../domain/storage.ts';
import { beginAnswer } from './begin-answer.ts';
import { FILE_HEADERS } from './file-answer.ts';

type Stored = {
  file: Pick<StoredFile, 'key' | 'size'>;
  /** Undefined when the answer is complete with its headers. */
  range: Span | undefined;
  /** Who counts what leaves; left out where nobody does. */
  counted?: { claimId: string; meter: PatientMeter };
};
type Input = { storage: Pick<Storage, 'openSource' | 'isFolder'>; request: FastifyRequest; reply: FastifyReply; stored: Stored };

/** Sends a part of a stored file, or leaves that to a gateway that asked for it. @throws AppError DownloadVideoGone or NotFound without the bytes */
export const sendStored = async ({ storage, request, reply, stored }: Input): Promise<FastifyReply> => {
  const { file, range, counted } = stored;
  if (!range) {
    beginAnswer(reply).end();
    return reply;
  }
  if (storage.isFolder && request.headers[HAND_OVER_HEADER] !== undefined) {
    const bytes: StoredBytes = { key: file.key, ...range, size: file.size, claimId: counted?.claimId ?? null };
    reply.removeHeader('content-length').header(STORED_BYTES_HEADER, JSON.stringify(bytes));
    beginAnswer(reply).end();
    return reply;
  }
  const source = await openSource({ storage, reply, span: { key: file.key, ...range } });
  if (!source) throw new AppError(counted ? 'DownloadVideoGone' : 'NotFound');
  try {
    const into = beginAnswer(reply);
    const allowance = counted && countedAllowance({ range, size: file.size, meter: counted.meter });
    await sendBytes({ source, range, into, ...(allowance && { allowance }) });
  } catch (err) {
    request.log.info({ err }, 'an answer broke off');
    reply.raw.destroy();
    await source.close();
  }
  return reply;
};

/** What was said of the file is not true of the refusal that comes in its place; that may least of all be kept for as long. */
const openSource = async ({
  storage,
  reply,
  span,
}: Pick<Input, 'reply'> & { storage: Pick<Storage, 'openSource'>; span: Parameters<Storage['openSource']>[0] }): Promise<
  ByteSource | undefined
> => {
  let source: ByteSource | undefined;
  try {
    source = await storage.openSource(span);
    return source;
  } finally {
    if (!source) for (const name of FILE_HEADERS) reply.removeHeader(name);
  }
};
