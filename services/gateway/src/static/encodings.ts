import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

/** In the order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Of 11. The two highest levels save about 4 % and take ten times as long. */
const BROTLI_QUALITY = 9;

export const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => gzipped(bytes, { level: 9 }),
};

const qualityOf = (parameters: string[]): number => {
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find((text) => text !== undefined);
  return quality === undefined ? 1 : Number(quality);
};

const negotiate = (accept: string): Encoding | undefined => {
  const qualities = new Map(
    accept.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';');
      return [name.trim().toLowerCase(), qualityOf(parameters)];
    }),
  );
  return ENCODINGS.find((encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0);
};

/** Browsers send a handful of different headers. Other clients may send any, so only some are remembered. */
const MAX_REMEMBERED = 100;
const remembered = new Map<string, Encoding | undefined>();

/** The preferred encoding that an `Accept-Encoding` header allows; undefined for no encoding. */
export const negotiateEncoding = (accept = ''): Encoding | undefined => {
  if (remembered.has(accept)) return remembered.get(accept);
  const encoding = negotiate(accept);
  if (remembered.size < MAX_REMEMBERED) remembered.set(accept, encoding);
  return encoding;
};
