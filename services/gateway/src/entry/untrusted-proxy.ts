import { healthUrls, networkOf, type ReadinessCheck, type Server } from '@stagereel/service-kit';

const WARN_EVERY_MS = 60_000;
/** Requests are counted for this long. */
const PERIOD_MS = 10 * 60_000;

type UntrustedProxyWatch = {
  /** Fails while addresses are ignored, for /readyz and the back office. */
  check: ReadinessCheck;
  register: (server: Server) => void;
};

/**
 * Behind a proxy that is not in TRUSTED_PROXIES, all visitors have the proxy's address: they share its limits, and one of them can use these up for
 * everybody. A client can send the header too. So the log has at most one warning a minute, and the check fails only if most requests have it.
 */
export const watchUntrustedProxy = ({ now = Date.now }: { now?: () => number } = {}): UntrustedProxyWatch => {
  let nextWarningAt = 0;
  let periodEndsAt = Number.NEGATIVE_INFINITY;
  let counted = { all: 0, ignored: 0 };
  let before = counted;
  const startPeriod = (): void => {
    if (now() < periodEndsAt) return;
    // A period without requests ends later than it should.
    before = now() < periodEndsAt + PERIOD_MS ? counted : { all: 0, ignored: 0 };
    counted = { all: 0, ignored: 0 };
    periodEndsAt = now() + PERIOD_MS;
  };
  const isMostly = ({ all, ignored }: typeof counted): boolean => ignored > all / 2;
  return {
    check: async () => {
      startPeriod();
      if (isMostly(counted) || isMostly(before)) throw new Error('X-Forwarded-For of a peer that is not in TRUSTED_PROXIES is ignored');
    },
    register: (server) => {
      server.addHook('onRequest', (request, _reply, done) => {
        // Health checks do not come through a proxy.
        if (healthUrls.includes(request.url)) return done();
        startPeriod();
        counted.all += 1;
        // The peer of the connection comes first; the header's addresses follow only if the peer is trusted.
        if (request.headers['x-forwarded-for'] !== undefined && request.ips?.length === 1) {
          counted.ignored += 1;
          if (now() >= nextWarningAt) {
            nextWarningAt = now() + WARN_EVERY_MS;
            request.log.warn({ peer: networkOf(request.ip) }, 'X-Forwarded-For ignored: the peer is not in TRUSTED_PROXIES');
          }
        }
        done();
      });
    },
  };
};
