/** 128 random bits as hex. Unlike crypto.randomUUID it also works where a shop is tried over plain HTTP in a local network. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
