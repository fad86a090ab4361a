import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export const unzip = (bytes: Readable): AsyncIterable<Uint8Array> => bytes.compose(createGunzip()) as AsyncIterable<Uint8Array>;
