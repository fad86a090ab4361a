import type { Server } from '@stagereel/service-kit';
import type { SecurityHeaders } from '../adapters/security-headers.ts';

/** On every answer the gateway makes itself, refusals included, unless its route has set its own. Relayed answers get theirs by the relay. */
export const registerSecurityHeaders = ({ server, headers }: { server: Server; headers: SecurityHeaders }): void => {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    for (const name in headers) {
      if (!reply.hasHeader(name)) reply.header(name, headers[name]);
    }
    done();
  });
};
