import { networkOf, type Server } from '@stagereel/service-kit';

const WARN_EVERY_MS = 60_000;

/**
 * Behind a proxy that is not in TRUSTED_PROXIES, all visitors have the proxy's address: they share its limits, and one of them can use these up for
 * everybody. A client can send the header too, so the log has at most one warning a minute.
 */
export const registerUntrustedProxyWarning = ({ server, now = Date.now }: { server: Server; now?: () => number }): void => {
  let nextWarningAt = 0;
  server.addHook('onRequest', (request, _reply, done) => {
    // The peer of the connection comes first; the header's addresses follow only if the peer is trusted.
    const isIgnored = request.headers['x-forwarded-for'] !== undefined && request.ips?.length === 1;
    if (isIgnored && now() >= nextWarningAt) {
      nextWarningAt = now() + WARN_EVERY_MS;
      request.log.warn({ peer: networkOf(request.ip) }, 'X-Forwarded-For of a peer that is not in TRUSTED_PROXIES was ignored');
    }
    done();
  });
};
