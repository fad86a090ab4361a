/** Large enough to make the cost per system call negligible, and small enough to stay in the processor's cache between read and write. */
const PIECE_BYTES = 512 * 1024;
/** Used when all large buffers are borrowed, so that many slow clients need little memory each. */
const SMALL_PIECE_BYTES = 64 * 1024;
const LARGE_BUFFERS = 24;

/** Buffers for reading files. Memory use is at most 12 MiB, plus 64 KiB for each further reader, independent of the size of the files. */
export const createBufferPool = () => {
  const free: Buffer[] = [];
  let borrowed = 0;
  return {
    borrow: (): Buffer => {
      if (borrowed >= LARGE_BUFFERS) return Buffer.allocUnsafeSlow(SMALL_PIECE_BYTES);
      borrowed += 1;
      return free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
    },
    release: (buffer: Buffer): void => {
      if (buffer.length !== PIECE_BYTES) return;
      borrowed -= 1;
      free.push(buffer);
    },
  };
};
export type BufferPool = ReturnType<typeof createBufferPool>;
