/** What no file system takes in a name, and what would end the header. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]/gu;

/** encodeURIComponent leaves these, RFC 5987 does not. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The `Content-Disposition` of a file to keep, by its Japanese name: https://www.rfc-editor.org/rfc/rfc6266
 * @param fallback an ASCII name for programs that know no other
 */
export const attachment = ({ fileName, fallback }: { fileName: string; fallback: string }): string =>
  `attachment; filename="${fallback}"; filename*=UTF-8''${encoded(fileName.replace(UNSAFE, '_'))}`;
