import { type ErrorCode, errorCatalogue, MAX_URL_LENGTH, STORED_VIDEO } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { VideoSource } from '../order/order.ts';

/** A video for the line at this index of its order. */
export type LineVideo = { index: number; video: VideoSource };

/** Control characters are refused before trimming: `new URL` would silently drop line breaks and tabs. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const isDeliverable = (url: string): boolean => {
  if (url.length > MAX_URL_LENGTH || !url.toLowerCase().startsWith('https://') || !URL.canParse(url)) return false;
  const { username, password, hostname } = new URL(url);
  return username === '' && password === '' && hostname !== '';
};

/** Parses what an admin entered; null if it cannot be delivered. */
export const parseVideoSource = (input: string): VideoSource | null => {
  if (CONTROL.test(input)) return null;
  const url = input.trim();
  if (STORED_VIDEO.test(url)) return { kind: 'stored', url };
  return isDeliverable(url) ? { kind: 'outside', url } : null;
};

export const isBlank = (input: string | undefined): boolean => input === undefined || input.trim() === '';

/**
 * Parses the video of one line.
 * @throws AppError DownloadUrlsRequired, DownloadUrlInvalid; each names the field `url`
 */
export const requireVideoSource = (input: string): VideoSource => {
  const video = parseVideoSource(input);
  if (video) return video;
  const code = isBlank(input) ? 'DownloadUrlsRequired' : 'DownloadUrlInvalid';
  throw new AppError(code, { details: { fields: { url: errorCatalogue[code].message } } });
};

/** The media service's id of a video; null for an external link. */
export const storedVideoId = ({ url }: VideoSource): string | null => STORED_VIDEO.exec(url)?.[1] ?? null;

/** The source for the audit log. Only the host of an external link, because the path may give access to the video. */
export const auditNameOf = ({ kind, url }: VideoSource): string => (kind === 'stored' ? url : new URL(url).host);

/** An error with a message per line in `fields`. Lines given as a list get the message of the error catalogue. */
export const lineError = (code: ErrorCode, lines: readonly string[] | Readonly<Record<string, string>>): AppError => {
  const { message } = errorCatalogue[code];
  const messages = Array.isArray(lines) ? lines.map((number: string) => [number, message]) : Object.entries(lines);
  const fields = Object.fromEntries(messages.map(([number, text]) => [`downloadUrls.${number}`, text]));
  return new AppError(code, { details: { fields } });
};
