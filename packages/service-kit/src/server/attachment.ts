/** Characters that file systems reject in a name, or that would end the header. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]/gu;

/** encodeURIComponent does not encode these characters; RFC 5987 requires it. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The `Content-Disposition` header of a download with a Japanese file name: https://www.rfc-editor.org/rfc/rfc6266
 * @param fallback an ASCII name for clients that do not support `filename*`
 */
export const attachment = ({ fileName, fallback }: { fileName: string; fallback: string }): string =>
  `attachment; filename="${fallback}"; filename*=UTF-8''${encoded(fileName.replace(UNSAFE, '_'))}`;
