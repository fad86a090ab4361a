/** Both inclusive, as in the header. */
export type ByteRange = { start: number; end: number };

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * What part of a file of `size` bytes a Range header asks for; https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 * `whole` where there is none or one that is not understood, such as several ranges at once: a server may then send everything.
 */
export const parseRange = ({ header, size }: { header: string | undefined; size: number }): ByteRange | 'whole' | 'unsatisfiable' => {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start < size ? { start, end } : 'unsatisfiable';
};
