import { randomInt } from 'node:crypto';

/**
 * A loopback address at which nobody else listens, so that a port given up there is still free when a test takes it again.
 * Linux alone has all of 127.0.0.0/8 without being told.
 */
export const ownLoopback = (): string =>
  process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}` : '127.0.0.1';
