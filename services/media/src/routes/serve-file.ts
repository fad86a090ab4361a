import type { Readable } from 'node:stream';
import { SEND_STORED_HEADER, type Span, STORED_BYTES_HEADER, type StoredBytes } from '@stagereel/contracts';
import { AppError, createSendPermit, type RetryingReservations, sendBytes } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile } from '../domain/library/media.ts';
import type { Storage } from '../domain/storage/storage.ts';
import type { RouteDeps } from './route-deps.ts';

export type FileMetadata = { size: number; contentType: string; etag: string; cacheControl: string };

/** The headers that describe the file. An error response must not keep them. */
export const FILE_HEADERS = ['etag', 'cache-control', 'accept-ranges', 'content-range', 'content-type', 'content-length'] as const;

type HeadersInput = { request: FastifyRequest; reply: FastifyReply; file: FileMetadata };

/** Sets the status and headers of the response. Returns the bytes to send; undefined when there is no body (304, 416, HEAD). */
export const setFileHeaders = ({ request, reply, file }: HeadersInput): Span | undefined => {
  const { size, contentType, etag, cacheControl } = file;
  reply.headers({ etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' });
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304);
    return undefined;
  }

  const range = parseRange({ header: rangeHeader(request, etag), size });
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${size}`);
    return undefined;
  }
  const bytes = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${bytes.start}-${bytes.end}/${size}`);
  reply.headers({ 'content-type': contentType, 'content-length': bytes.end - bytes.start + 1 });
  return request.method === 'HEAD' ? undefined : bytes;
};

/** Ignores the range when If-Range names another version: the client would combine parts of two files. */
const rangeHeader = ({ method, headers }: FastifyRequest, etag: string): string | undefined => {
  if (method !== 'GET') return undefined;
  const condition = headers['if-range'];
  return condition === undefined || condition === etag ? headers.range : undefined;
};

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag));

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 * `whole` without a range, or for one that is not supported, such as multiple ranges: a server may then send the whole file.
 */
const parseRange = ({ header, size }: { header: string | undefined; size: number }): Span | 'whole' | 'unsatisfiable' => {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start < size ? { start, end } : 'unsatisfiable';
};

type SendInput = {
  storage: Pick<Storage, 'read' | 'isFolder'>;
  request: FastifyRequest;
  reply: FastifyReply;
  file: StoredFile;
  /** Undefined when the response has no body. */
  range: Span | undefined;
  metrics: RouteDeps['metrics'];
  /** Set for a download that uses up a byte quota. */
  counted?: { claimId: string; quota: RetryingReservations };
};

/**
 * Sends a part of a stored file. When a gateway that shares the storage folder has sent the request, it only tells the gateway which bytes to
 * send. @throws AppError DownloadVideoGone or NotFound when the bytes are missing
 */
export const sendFile = async ({ storage, request, reply, file, range, metrics, counted }: SendInput): Promise<FastifyReply> => {
  if (!range) {
    writeHead(reply).end();
    return reply;
  }
  if (storage.isFolder && request.headers[SEND_STORED_HEADER] !== undefined) {
    const stored: StoredBytes = { key: file.key, ...range, size: file.size, claimId: counted?.claimId ?? null };
    reply.removeHeader('content-length').header(STORED_BYTES_HEADER, JSON.stringify(stored));
    writeHead(reply).end();
    return reply;
  }
  const bytes = await readFile({ storage, reply, span: { key: file.key, ...range } });
  if (!bytes) throw new AppError(counted ? 'DownloadVideoGone' : 'NotFound');
  try {
    const into = writeHead(reply);
    const permit = counted && createSendPermit({ range, size: file.size, reservations: counted.quota });
    metrics.downloaded(await sendBytes({ bytes, range, into, permit }));
  } catch (err) {
    request.log.info({ err }, 'Response aborted');
    reply.raw.destroy();
    bytes.destroy();
  }
  return reply;
};

/** Removes the file headers when the file cannot be read: they do not apply to the error response, and it must not be cached. */
const readFile = async ({
  storage,
  reply,
  span,
}: Pick<SendInput, 'storage' | 'reply'> & { span: Parameters<Storage['read']>[0] }): Promise<Readable | undefined> => {
  let bytes: Readable | undefined;
  try {
    bytes = await storage.read(span);
    return bytes;
  } finally {
    if (!bytes) for (const name of FILE_HEADERS) reply.removeHeader(name);
  }
};

/** Bypasses Fastify, which would set a content-length of 0 for HEAD and does not support bodies that are written in pieces. */
const writeHead = (reply: FastifyReply): FastifyReply['raw'] => {
  reply.hijack();
  return reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
};
