/** Large enough that a disk's and a socket's cost per call no longer counts, and small enough to stay in a processor's cache in between. */
const PIECE_BYTES = 512 * 1024;
/** What a reader gets when all large buffers are lent: many slow readers cost little each. */
const SMALL_PIECE_BYTES = 64 * 1024;
const LARGE_BUFFERS = 24;

/** Buffers that readers borrow, so that memory follows neither the size of files nor, beyond 12 MiB and 64 KiB a reader, their number. */
export const createBufferPool = () => {
  const free: Buffer[] = [];
  let lent = 0;
  return {
    borrow: (): Buffer => {
      if (lent >= LARGE_BUFFERS) return Buffer.allocUnsafeSlow(SMALL_PIECE_BYTES);
      lent += 1;
      return free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
    },
    giveBack: (buffer: Buffer): void => {
      if (buffer.length !== PIECE_BYTES) return;
      lent -= 1;
      free.push(buffer);
    },
  };
};
export type BufferPool = ReturnType<typeof createBufferPool>;
