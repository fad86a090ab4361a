import { networkOf, type ReadinessCheck, type Server } from '@stagereel/service-kit';

const WARN_EVERY_MS = 60_000;
/** For how long after such a request the check fails. */
const REPORTED_MS = 10 * 60_000;

type UntrustedProxyWatch = {
  /** Fails while addresses are ignored, for /readyz and the back office. */
  check: ReadinessCheck;
  register: (server: Server) => void;
};

/**
 * Behind a proxy that is not in TRUSTED_PROXIES, all visitors have the proxy's address: they share its limits, and one of them can use these up for
 * everybody. A client can send the header too, so the log has at most one warning a minute.
 */
export const watchUntrustedProxy = ({ now = Date.now }: { now?: () => number } = {}): UntrustedProxyWatch => {
  let ignoredAt = Number.NEGATIVE_INFINITY;
  let nextWarningAt = 0;
  return {
    check: async () => {
      if (now() - ignoredAt < REPORTED_MS) throw new Error('X-Forwarded-For of a peer that is not in TRUSTED_PROXIES is ignored');
    },
    register: (server) => {
      server.addHook('onRequest', (request, _reply, done) => {
        // The peer of the connection comes first; the header's addresses follow only if the peer is trusted.
        if (request.headers['x-forwarded-for'] !== undefined && request.ips?.length === 1) {
          ignoredAt = now();
          if (ignoredAt >= nextWarningAt) {
            nextWarningAt = ignoredAt + WARN_EVERY_MS;
            request.log.warn({ peer: networkOf(request.ip) }, 'X-Forwarded-For of a peer that is not in TRUSTED_PROXIES was ignored');
          }
        }
        done();
      });
    },
  };
};
