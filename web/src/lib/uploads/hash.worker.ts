import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The block size, so that memory use does not depend on the file's size. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Hashes one file and posts `{ digest }` in hexadecimal, or `{ failed: true }` when it cannot be read. */
self.onmessage = async ({ data: file }: MessageEvent<Blob>) => {
  try {
    const hash = sha256.create();
    for (let start = 0; start < file.size; start += PIECE_BYTES) {
      hash.update(new Uint8Array(await file.slice(start, start + PIECE_BYTES).arrayBuffer()));
    }
    self.postMessage({ digest: bytesToHex(hash.digest()) });
  } catch {
    self.postMessage({ failed: true });
  }
};
