import { closeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Logger } from '../logger.ts';

/** A connection that the system itself can send files into. */
export type HeldConnection = {
  /**
   * Sends at most `most` bytes of a file from `position` on; answers how many the connection has taken. 0 when it takes none for now, when the
   * client is gone, and when the file cannot be read: whoever then reads and writes by the ordinary calls hears which it was.
   */
  send: (part: { file: FileHandle; position: number; most: number }) => Promise<number>;
  /** May be said again. */
  release: () => void;
};
export type KernelSend = {
  /** False once a file turned out to be on a file system without such a call. */
  isAble: () => boolean;
  /** Undefined where the system cannot, as with TLS. Only for a connection that nothing else is being written to, until `release`. */
  hold: (connection: Socket) => HeldConnection | undefined;
};

/** As in <fcntl.h> of Linux: a program that is started meanwhile must not keep the connection open. */
const F_DUPFD_CLOEXEC = 1030;
/** Each call takes memory while it waits for a thread; the library's limit is 256. */
const CALLS_AT_MOST = 64;
/** Of the C library's calls nothing but these two is used, with numbers alone: they need little. The default is some MiB. */
const STACK_AND_HEAP_BYTES = 64 * 1024;
const MEMORY = {
  sync_stack_size: STACK_AND_HEAP_BYTES,
  sync_heap_size: STACK_AND_HEAP_BYTES,
  async_stack_size: STACK_AND_HEAP_BYTES,
  async_heap_size: STACK_AND_HEAP_BYTES,
};

type Libc = {
  duplicate: (fd: number) => number;
  /** Bytes that were sent, or the error's number below 0. */
  sendFile: (call: { to: number; from: number; position: number; most: number }) => Promise<number>;
  /** What says that this file system, or this system, has no such call. */
  unable: ReadonlySet<number | undefined>;
};

/** https://man7.org/linux/man-pages/man2/sendfile.2.html: `off_t` has 64 bits on the two processors named below. */
const loadLibc = async (): Promise<Libc> => {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    throw new Error(`not on ${process.platform}, ${process.arch}`);
  const { default: koffi } = await import('koffi');
  // Once a process: it refuses to be told after its first call.
  if (koffi.config()['async_stack_size'] !== STACK_AND_HEAP_BYTES) koffi.config(MEMORY);
  const libc = koffi.load(null);
  const fcntl = libc.func('int fcntl(int fd, int command, ...)');
  const sendfile = libc.func('long sendfile(int to, int from, int64_t *position, size_t most)');
  const { EINVAL, ENOSYS, EOVERFLOW } = koffi.os.errno;
  return {
    duplicate: (fd) => fcntl(fd, F_DUPFD_CLOEXEC, 'int', 0),
    sendFile: ({ to, from, position, most }) =>
      new Promise((resolve, reject) => {
        sendfile.async(to, from, [position], most, (error: unknown, sent: number) => {
          if (error) reject(error);
          else resolve(sent < 0 ? -koffi.errno() : sent);
        });
      }),
    unable: new Set([EINVAL, ENOSYS, EOVERFLOW]),
  };
};

/**
 * The system's `sendfile`, by which a file's bytes reach a connection without passing through this process. Undefined where there is none, which
 * is logged: files are then read and written.
 */
export const openKernelSend = async (logger: Pick<Logger, 'info'>): Promise<KernelSend | undefined> => {
  let libc: Libc;
  try {
    libc = await loadLibc();
  } catch (err) {
    logger.info({ err }, 'files are sent without the help of the system');
    return undefined;
  }

  let calls = 0;
  let isAble = true;
  /** Sends to a descriptor of its own, which is closed as soon as nothing is being sent. */
  const holdDescriptor = (to: number): HeldConnection => {
    let isSending = false;
    let isReleased = false;
    let isClosed = false;
    const closeIfIdle = (): void => {
      if (!isReleased || isSending || isClosed) return;
      isClosed = true;
      closeSync(to);
    };
    return {
      send: async ({ file, position, most }) => {
        if (isReleased || !isAble || calls >= CALLS_AT_MOST) return 0;
        calls += 1;
        isSending = true;
        try {
          const sent = await libc.sendFile({ to, from: file.fd, position, most });
          if (sent >= 0) return sent;
          if (libc.unable.has(-sent)) {
            isAble = false;
            logger.info({ errno: -sent }, 'this file system cannot send files by itself');
          }
          return 0;
        } finally {
          calls -= 1;
          isSending = false;
          closeIfIdle();
        }
      },
      release: () => {
        isReleased = true;
        closeIfIdle();
      },
    };
  };

  return {
    isAble: () => isAble,
    hold: (connection) => {
      const fd = isAble ? descriptorOf(connection) : undefined;
      if (fd === undefined) return undefined;
      // Node may close its own at any moment, also while a thread is about to use it; the number would soon be another client's.
      const own = libc.duplicate(fd);
      if (own < 0) return undefined;
      const { send, release } = holdDescriptor(own);
      // The client hears of the end only when both are closed.
      connection.once('close', release);
      return {
        send,
        release: () => {
          // A connection carries many answers.
          connection.off('close', release);
          release();
        },
      };
    },
  };
};

/** Node says it of its plain sockets only here; one with TLS has something else in that place, whose bytes are not those on the line. */
const descriptorOf = (connection: Socket): number | undefined => {
  if ('encrypted' in connection || connection.destroyed) return undefined;
  const { _handle: handle } = connection as Socket & { _handle?: { fd?: unknown } | null };
  return typeof handle?.fd === 'number' && handle.fd >= 0 ? handle.fd : undefined;
};
