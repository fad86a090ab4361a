import { JSON_BODY_BYTES, MAX_JSON_DEPTH } from '@stagereel/contracts';
import { AppError } from './errors.ts';
import type { Guard } from './guard.ts';
import type { AnyServer } from './server-types.ts';

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPENING = [...'[{'].map((character) => character.charCodeAt(0));
const CLOSING = [...']}'].map((character) => character.charCodeAt(0));

/** Whether arrays and objects are nested deeper than {@link MAX_JSON_DEPTH}. Brackets inside strings do not count. */
export const isTooDeep = (json: string): boolean => {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index);
    if (isInString && character === BACKSLASH) index += 1;
    else if (character === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character)) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
};

/** Parses JSON bodies. Deep nesting is refused before: parsing and checking it would block the service for a third of a second per MiB. */
export const parseJsonBodies = (server: AnyServer): void => {
  const parse = server.getDefaultJsonParser('remove', 'remove');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(String(body))) return done(new AppError('InvalidJson'));
    return parse(request, String(body), done);
  });
};

/** Guards that run before the body is read, and refuse callers without a secret. */
const MAY_BE_LARGE: readonly (Guard | undefined)[] = ['admin', 'proven', 'internal', 'signed'];

/** The server does not start if everybody could send a large body to a route. */
export const refuseLargePublicBodies = (server: AnyServer): void => {
  server.addHook('onRoute', ({ method, url, bodyLimit = 0, config }) => {
    if (bodyLimit <= JSON_BODY_BYTES || MAY_BE_LARGE.includes(config?.guard)) return;
    throw new Error(`The route ${String(method)} ${url} is not guarded, so its body must not be larger than ${JSON_BODY_BYTES} bytes`);
  });
};
