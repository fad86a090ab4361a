/** Bytes; as base64 it must fit into a request body. */
export const ROSTER_MAX_BYTES = 700_000;

/** Why a file is refused before it is sent, or null. */
export const rosterFileProblem = ({ name, size }: { name: string; size: number }): string | null => {
  if (!/\.(csv|txt)$/i.test(name)) return 'CSVファイルを選んでください。Excelのファイルは、CSV形式で保存してから選んでください。';
  if (size === 0) return 'ファイルが空です。';
  return size > ROSTER_MAX_BYTES ? 'ファイルが大きすぎます。700KBまでのCSVファイルを選んでください。' : null;
};

/** Below the maximum number of arguments of a function call. */
const PIECE = 32_768;

/** The bytes as base64. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let start = 0; start < bytes.length; start += PIECE) text += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  return btoa(text);
};
