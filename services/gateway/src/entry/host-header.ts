import { AppError, type Server } from '@stagereel/service-kit';

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/** The values of all Host headers. Node's parsed headers contain only the first one. */
const hostsOf = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');

/**
 * Refuses a request with several hosts or a malformed one, because two servers could take it for different sites. Node itself refuses an HTTP/1.1
 * request without a host. https://www.rfc-editor.org/rfc/rfc9112#section-3.2-6
 */
export const registerHostCheck = (server: Server): void => {
  server.addHook('onRequest', async ({ raw }) => {
    const hosts = hostsOf(raw.rawHeaders);
    if (hosts.length > 1 || hosts.some((host) => !HOST.test(host))) throw new AppError('BadRequest');
  });
};
