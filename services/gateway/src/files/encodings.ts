import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

/** Best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** 9 of 11: the last two steps win some 4 % and take ten times as long. */
const BROTLI_QUALITY = 9;

export const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => gzipped(bytes, { level: 9 }),
};

const weightOf = (parameters: string[]): number => {
  const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find((text) => text !== undefined);
  return weight === undefined ? 1 : Number(weight);
};

/** The best encoding a client accepts by its `Accept-Encoding`; undefined means the bytes as they are. */
export const negotiateEncoding = (accept: string | undefined): Encoding | undefined => {
  const weights = new Map(
    (accept ?? '').split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';');
      return [name.trim().toLowerCase(), weightOf(parameters)];
    }),
  );
  return ENCODINGS.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
};
