import { AppError } from '@stagereel/service-kit';
import { z } from 'zod';
import type { AuditPosition } from './audit-log.ts';

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

/** Opaque to whoever carries it. */
export const writeCursor = ({ occurredAt, eventId }: AuditPosition): string =>
  Buffer.from(JSON.stringify([occurredAt.toISOString(), eventId])).toString('base64url');

/** @throws AppError ValidationFailed for anything writeCursor has not made */
export const readCursor = (cursor: string): AuditPosition => {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success) throw new AppError('ValidationFailed');
  const [occurredAt, eventId] = parsed.data;
  return { occurredAt: new Date(occurredAt), eventId };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
