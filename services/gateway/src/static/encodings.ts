import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Encoding } from '@stagereel/service-kit';

export const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Of 11. The two highest levels save about 4 % and take ten times as long. */
const BROTLI_QUALITY = 9;

export const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => gzipped(bytes, { level: 9 }),
};
