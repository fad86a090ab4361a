import type { Server } from '@stagereel/service-kit';

/** The target that a rejected request is routed by. No route serves it. */
export const REJECTED_TARGET = '/api/closed';
const INTERNAL = 'internal';

/** The path characters of RFC 3986, in segments that each begin with one slash. */
const PLAIN_PATH = /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})*)+$/i;
/** A path that contains these characters in percent-encoded form is refused: path separators and control characters. */
const FORBIDDEN_WHEN_ENCODED = /[/\\\p{Cc}]/u;
/** Some servers treat what follows a semicolon as parameters of the segment, so `..;x` can mean `..`. */
const DOT_SEGMENT = /^\.{1,2}(?:;|$)/;

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const isPlainSegment = (segment: string): boolean => {
  if (segment === '') return false;
  if (!segment.includes('%')) return !DOT_SEGMENT.test(segment);
  const text = decode(segment);
  return text !== undefined && !DOT_SEGMENT.test(text) && !FORBIDDEN_WHEN_ENCODED.test(text);
};

/** Why a request target is refused; undefined if it is not. */
const refusalOf = (target: string): 'ambiguous path' | 'internal path' | undefined => {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  if (path === '/') return undefined;
  if (!PLAIN_PATH.test(path)) return 'ambiguous path';
  const segments = path.slice(1).split('/');
  // A single trailing slash is allowed.
  if (segments.at(-1) === '') segments.pop();
  if (!segments.every(isPlainSegment)) return 'ambiguous path';
  return decode(segments[0] ?? '')?.toLowerCase() === INTERNAL ? 'internal path' : undefined;
};

/**
 * Returns a request target unchanged if every HTTP server interprets its path in the same way, otherwise {@link REJECTED_TARGET}. So a path
 * cannot mean one thing to the router and another to a service. Rejected are absolute URLs, empty and dot segments, encoded separators,
 * invalid UTF-8, and /internal in any spelling. The query is not checked.
 */
export const routableTarget = (target: string): string => (refusalOf(target) ? REJECTED_TARGET : target);

/** Marks a rejected request, so that the log has its target and the reason. */
export const reportRejectedTargets = (server: Server): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const reason = request.url === REJECTED_TARGET && refusalOf(request.originalUrl);
    if (reason) reply.refusal = { reason };
    done();
  });
};
