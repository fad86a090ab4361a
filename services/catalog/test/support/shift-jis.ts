/** Encodes a text in Shift_JIS as Windows does, by a table made from decoding every code. Node can decode Shift_JIS, but not encode it. */
export const shiftJis = (text: string): Buffer => Buffer.concat([...text].map(bytesOf));

const decoder = new TextDecoder('shift_jis', { fatal: true });
const bytesByCharacter = new Map<string, Buffer>();

const learn = (...bytes: number[]): void => {
  try {
    const character = decoder.decode(Uint8Array.from(bytes));
    if (!bytesByCharacter.has(character)) bytesByCharacter.set(character, Buffer.from(bytes));
  } catch {
    // This code is unassigned.
  }
};
for (let byte = 0; byte <= 0xff; byte += 1) learn(byte);
for (let lead = 0x81; lead <= 0xfc; lead += 1) for (let trail = 0x40; trail <= 0xfc; trail += 1) learn(lead, trail);

function bytesOf(character: string): Buffer {
  const bytes = bytesByCharacter.get(character);
  if (!bytes) throw new Error(`${character} is not in Shift_JIS`);
  return bytes;
}
