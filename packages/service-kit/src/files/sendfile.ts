import { closeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Logger } from '../logger.ts';

/** A connection that files can be sent to with `sendfile`. */
export type PinnedConnection = {
  /**
   * Sends up to `most` bytes of a file from `position` on, and resolves with the number sent. 0 when the connection's buffer is full, the client has
   * disconnected, or the file cannot be read: an ordinary read and write then shows which.
   */
  send: (part: { file: FileHandle; position: number; most: number }) => Promise<number>;
  /** Idempotent. */
  release: () => void;
};
export type Sendfile = {
  /** False once a file was on a file system without `sendfile`. */
  isSupported: () => boolean;
  /** Undefined where `sendfile` does not work, as with TLS. Until `release`, nothing else may be written to the connection. */
  pinConnection: (connection: Socket) => PinnedConnection | undefined;
};

/** From Linux <fcntl.h>. Close-on-exec, so that a child process does not keep the connection open. */
const F_DUPFD_CLOEXEC = 1030;
/** Each call uses memory while it waits for a thread. The library's own limit is 256. */
const CALLS_AT_MOST = 64;
/** The two C functions below take only numbers, so they need little stack and heap. The library's default is several MiB. */
const STACK_AND_HEAP_BYTES = 64 * 1024;
const MEMORY = {
  sync_stack_size: STACK_AND_HEAP_BYTES,
  sync_heap_size: STACK_AND_HEAP_BYTES,
  async_stack_size: STACK_AND_HEAP_BYTES,
  async_heap_size: STACK_AND_HEAP_BYTES,
};

type Libc = {
  duplicate: (fd: number) => number;
  /** The number of bytes sent, or the negative errno. */
  sendFile: (call: { to: number; from: number; position: number; most: number }) => Promise<number>;
  /** Error numbers that mean: this system or file system does not support the call. */
  unable: ReadonlySet<number | undefined>;
};

/** https://man7.org/linux/man-pages/man2/sendfile.2.html: `off_t` has 64 bits on the two processors named below. */
const loadLibc = async (): Promise<Libc> => {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    throw new Error(`sendfile is not supported on ${process.platform} ${process.arch}`);
  const { default: koffi } = await import('koffi');
  // Once per process: koffi rejects settings after its first call.
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
 * Loads `sendfile`, which sends a file to a connection without copying it through this process. Undefined, with a log entry, where it is not
 * available: files are then sent with ordinary reads and writes.
 */
export const openSendfile = async (logger: Pick<Logger, 'info'>): Promise<Sendfile | undefined> => {
  let libc: Libc;
  try {
    libc = await loadLibc();
  } catch (err) {
    logger.info({ err }, 'sendfile is not available; files are sent with reads and writes');
    return undefined;
  }

  let calls = 0;
  let isSupported = true;
  /** Sends to its own descriptor, which is closed as soon as no call uses it. */
  const pinDescriptor = (to: number): PinnedConnection => {
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
        if (isReleased || !isSupported || calls >= CALLS_AT_MOST) return 0;
        calls += 1;
        isSending = true;
        try {
          const sent = await libc.sendFile({ to, from: file.fd, position, most });
          if (sent >= 0) return sent;
          if (libc.unable.has(-sent)) {
            isSupported = false;
            logger.info({ errno: -sent }, 'This file system does not support sendfile');
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
    isSupported: () => isSupported,
    pinConnection: (connection) => {
      const fd = isSupported ? descriptorOf(connection) : undefined;
      if (fd === undefined) return undefined;
      // Node may close its descriptor at any time, even while a thread is about to use it, and the number could then belong to another client.
      const duplicate = libc.duplicate(fd);
      if (duplicate < 0) return undefined;
      const { send, release } = pinDescriptor(duplicate);
      // The connection ends for the client only when both descriptors are closed.
      connection.once('close', release);
      return {
        send,
        release: () => {
          // A connection carries many responses; do not leave one listener for each.
          connection.off('close', release);
          release();
        },
      };
    },
  };
};

/** Node has no public API for the descriptor of a socket. A TLS socket has none that can be used: its bytes are encrypted in this process. */
const descriptorOf = (connection: Socket): number | undefined => {
  if ('encrypted' in connection || connection.destroyed) return undefined;
  const { _handle: handle } = connection as Socket & { _handle?: { fd?: unknown } | null };
  return typeof handle?.fd === 'number' && handle.fd >= 0 ? handle.fd : undefined;
};
