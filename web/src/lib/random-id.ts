const randomBytes = (count: number): number[] => [...crypto.getRandomValues(new Uint8Array(count))];
const hexOf = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** 128 random bits as hex. Unlike crypto.randomUUID this also works over plain HTTP in a local network. */
export const randomId = (): string => hexOf(randomBytes(16));

/** A random UUID (version 4, RFC 9562), also over plain HTTP. */
export const randomUuid = (): string => {
  const bytes = randomBytes(16).map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte));
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
};
