/** Where a target is routed that nobody may reach: no service is behind it. */
export const CLOSED = '/api/closed';
const INTERNAL = 'internal';

/** RFC 3986's path characters, in segments that each begin with one slash. */
const PLAIN_PATH = /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})*)+$/i;
/** What must not hide behind a percent sign: separators, and everything below a space. */
const HIDDEN = /[/\\\p{Cc}]/u;
/** Some servers read what follows a semicolon as parameters of the segment. */
const DOTS = /^\.{1,2}(?:;|$)/;

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const isPlainSegment = (segment: string): boolean => {
  if (segment === '') return false;
  if (!segment.includes('%')) return !DOTS.test(segment);
  const text = decode(segment);
  return text !== undefined && !DOTS.test(text) && !HIDDEN.test(text);
};

/**
 * Gives a request's target back if it has the one form that every hop reads alike, else {@link CLOSED}: no absolute form, no empty
 * or dot segment, no encoded separator, valid UTF-8. A path under /internal is closed in every spelling.
 * The query is not touched.
 */
export const routableTarget = (target: string): string => {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  if (path === '/') return target;
  if (!PLAIN_PATH.test(path)) return CLOSED;
  const segments = path.slice(1).split('/');
  // One slash at the end is the same place.
  if (segments.at(-1) === '') segments.pop();
  if (!segments.every(isPlainSegment)) return CLOSED;
  return decode(segments[0] ?? '')?.toLowerCase() === INTERNAL ? CLOSED : target;
};
