import { AppError, type Server } from '@stagereel/service-kit';

const HOST_NAME = 'host';
/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/** Whether there is at most one host, and it is well-formed. Node's parsed headers contain only the first one. */
const hasValidHost = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== HOST_NAME.length || name.toLowerCase() !== HOST_NAME) continue;
    hosts += 1;
    if (hosts > 1 || !HOST.test(rawHeaders[index + 1] ?? '')) return false;
  }
  return true;
};

/**
 * Refuses a request with several hosts or a malformed one, because two servers could take it for different sites. Node itself refuses an HTTP/1.1
 * request without a host. https://www.rfc-editor.org/rfc/rfc9112#section-3.2-6
 */
export const registerHostCheck = (server: Server): void => {
  server.addHook('onRequest', (request, reply, done) => {
    if (hasValidHost(request.raw.rawHeaders)) return done();
    reply.refusal = { reason: 'host header' };
    done(new AppError('BadRequest'));
  });
};
