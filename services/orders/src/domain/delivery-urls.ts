import { type ErrorCode, errorCatalogue, MAX_URL_LENGTH, STORED_VIDEO } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { isDeclined, type Line, type Order, type VideoSource } from './order.ts';

type GivenUrls = Record<string, string>;
export type LineVideo = { index: number; video: VideoSource };

/** Control characters are refused before anything is trimmed: `new URL` would silently drop line breaks and tabs. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const isDeliverable = (text: string): boolean => {
  if (text.length > MAX_URL_LENGTH || !text.toLowerCase().startsWith('https://') || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === '' && password === '' && hostname !== '';
};

/** The one place that knows what an admin may deliver. */
const readSource = (given: string): VideoSource | null => {
  if (CONTROL.test(given)) return null;
  const url = given.trim();
  if (STORED_VIDEO.test(url)) return { kind: 'stored', url };
  return isDeliverable(url) ? { kind: 'outside', url } : null;
};

/** With a sentence for each line, which is the catalogue's where the lines have none of their own. */
export const deliveryRefusal = (code: ErrorCode, lines: readonly string[] | Readonly<Record<string, string>>): AppError => {
  const { message } = errorCatalogue[code];
  const texts = Array.isArray(lines) ? lines.map((number: string) => [number, message]) : Object.entries(lines);
  return new AppError(code, { details: { fields: Object.fromEntries(texts.map(([number, text]) => [`downloadUrls.${number}`, text])) } });
};

const isBlank = (given: string | undefined): boolean => given === undefined || given.trim() === '';

/**
 * Where each line's video is, from what an admin typed by line id. A line that is declined has none, but some line must have one.
 * @throws AppError ValidationFailed for an unknown line, LineAlreadyDeclined, DownloadUrlsRequired, DownloadUrlInvalid; each names its lines in `fields`
 */
export const readDeliveryUrls = ({ order, downloadUrls }: { order: Order; downloadUrls: GivenUrls }): LineVideo[] => {
  const given = new Map(Object.entries(downloadUrls));
  const unknown = [...given.keys()].filter((number) => !order.lines.some((line) => line.number === number));
  if (unknown.length > 0) throw deliveryRefusal('ValidationFailed', unknown);

  const declined = order.lines.filter((line) => isDeclined(line) && !isBlank(given.get(line.number))).map(({ number }) => number);
  if (declined.length > 0) throw deliveryRefusal('LineAlreadyDeclined', declined);

  const isMissing = (line: Line): boolean => !isDeclined(line) && isBlank(given.get(line.number));
  const missing = order.lines.filter(isMissing).map(({ number }) => number);
  const wanted = order.lines.flatMap((line, index) => {
    const text = given.get(line.number);
    return text === undefined || isBlank(text) ? [] : [{ index, number: line.number, video: readSource(text) }];
  });
  if (missing.length > 0 || wanted.length === 0) throw deliveryRefusal('DownloadUrlsRequired', missing);

  const videos = wanted.flatMap(({ index, video }) => (video ? [{ index, video }] : []));
  if (videos.length < wanted.length) {
    throw deliveryRefusal(
      'DownloadUrlInvalid',
      wanted.filter(({ video }) => video === null).map(({ number }) => number),
    );
  }
  return videos;
};

/**
 * Where the video of one line is, from what an admin typed.
 * @throws AppError DownloadUrlsRequired, DownloadUrlInvalid; each names the field `url`
 */
export const readVideoUrl = (given: string): VideoSource => {
  const video = readSource(given);
  if (video) return video;
  const code = isBlank(given) ? 'DownloadUrlsRequired' : 'DownloadUrlInvalid';
  throw new AppError(code, { details: { fields: { url: errorCatalogue[code].message } } });
};
