import { createPrivateKey } from 'node:crypto';
import { DAY, HOUR, LOCK_SECONDS } from '@stagereel/contracts';
import {
  type BuildService,
  buildServer,
  connectMessaging,
  connectMongo,
  connectRedis,
  createOutboxStore,
  createSessions,
  pingMongo,
  type Redis,
  startOutboxRelay,
  startRepeating,
} from '@stagereel/service-kit';
import { createCounter } from './adapters/counter.ts';
import { createPasswords } from './adapters/passwords.ts';
import { generatePrivatePem } from './adapters/rsa-keys.ts';
import { createSessionStore } from './adapters/session-store.ts';
import { createTokens } from './adapters/tokens.ts';
import type { IdentityConfig } from './config.ts';
import { identityConsumers } from './consumers/index.ts';
import type { Clock } from './domain/clock.ts';
import type { IdentityDeps } from './domain/deps.ts';
import { sweepExpired } from './domain/sweep-expired.ts';
import { ensureFirstAdmin } from './domain/users/ensure-first-admin.ts';
import { createAuditLog } from './models/audit-entry.model.ts';
import { createBlockedNetworkStore } from './models/blocked-network.model.ts';
import { CODES, createCodeStore } from './models/code.model.ts';
import { createPasswordGrantStore } from './models/password-grant.model.ts';
import { createPendingRegistrationStore, PENDING_REGISTRATIONS } from './models/pending-registration.model.ts';
import { createPendingSignInStore } from './models/pending-sign-in.model.ts';
import { createSignInLog } from './models/sign-in-event.model.ts';
import { sharedSigningKey } from './models/signing-key.model.ts';
import { createUserStore, USERS } from './models/user.model.ts';
import { createCookies } from './routes/cookies.ts';
import { identityRoutes } from './routes/index.ts';

export type IdentityOptions = { clock?: Clock; sweepEveryMs?: number; adapt?: (deps: IdentityDeps) => IdentityDeps };
const SWEEP_EVERY_MS = 10 * 60 * 1000;

const createCounters = ({ redis, pauseSeconds }: { redis: Redis; pauseSeconds: number }): IdentityDeps['counters'] => ({
  codesByAddress: createCounter({ redis, name: 'codes-by-address', seconds: HOUR }),
  codesByNetwork: createCounter({ redis, name: 'codes-by-network', seconds: HOUR }),
  // A counter's time is in whole seconds, and 0 would be for ever.
  linkPause: createCounter({ redis, name: 'link-pause', seconds: Math.max(1, Math.ceil(pauseSeconds)) }),
  failedCodes: createCounter({ redis, name: 'failed-codes', seconds: 30 * DAY }),
  failuresHere: createCounter({ redis, name: 'failures-here', seconds: LOCK_SECONDS }),
  failuresOfAccount: createCounter({ redis, name: 'failures-of-account', seconds: LOCK_SECONDS }),
  failuresOfDevice: createCounter({ redis, name: 'failures-of-device', seconds: LOCK_SECONDS }),
});

/** The composition root. The clock, the sweep's pace and the grip on what is put together are for tests. */
export const identityBuilder =
  ({
    clock = () => new Date(),
    sweepEveryMs = SWEEP_EVERY_MS,
    adapt = (deps) => deps,
  }: IdentityOptions = {}): BuildService<IdentityConfig> =>
  async ({ config, logger, metrics, lifecycle }) => {
    const mongo = await connectMongo({ config, logger });
    lifecycle.onStop('mongo', () => mongo.close());
    const redis = await connectRedis({ config, logger });
    lifecycle.onStop('redis', () => redis.quit());
    const messaging = await connectMessaging({ config, logger });
    lifecycle.onStop('messaging', messaging.stop);

    const [codes, pendingSignIns] = [createCodeStore(mongo), createPendingSignInStore(mongo)];
    const [signIns, blockedNetworks] = [createSignInLog(mongo), createBlockedNetworkStore(mongo)];
    const [passwordGrants, pendingRegistrations] = [createPasswordGrantStore(mongo), createPendingRegistrationStore(mongo)];
    const outbox = startOutboxRelay({
      stores: [CODES, USERS, PENDING_REGISTRATIONS].map((name) => createOutboxStore(mongo.collection(name))),
      publish: messaging.publish,
      logger,
    });
    lifecycle.onStop('outbox', outbox.stop);
    const signingKey = config.SESSION_SIGNING_KEY ?? createPrivateKey(await sharedSigningKey(mongo, generatePrivatePem));
    const codeResendSeconds = config.CODE_RESEND_SECONDS / 1000;
    const deps = adapt({
      clock,
      codes,
      pendingRegistrations,
      pendingSignIns,
      signIns,
      blockedNetworks,
      passwordGrants,
      outbox,
      users: createUserStore(mongo),
      auditLog: createAuditLog(mongo),
      sessionStore: createSessionStore(redis),
      tokens: createTokens({ signingKey, olderKeys: config.SESSION_VERIFY_KEYS }),
      passwords: await createPasswords(),
      counters: createCounters({ redis, pauseSeconds: codeResendSeconds }),
      limits: {
        codeSecret: config.CODE_SECRET,
        codeResendSeconds,
        codesPerAddressHour: config.CODES_PER_ADDRESS_HOUR,
        codesPerNetworkHour: config.CODES_PER_IP_HOUR,
      },
    });
    // Unique indexes stand before the first write that relies on them.
    await Promise.all(Object.values(mongo.models).map((model) => model.init()));

    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
    if (email && password) {
      const outcome = await ensureFirstAdmin(deps, { email, password });
      if (outcome === 'address-is-a-customers') logger.error('ADMIN_EMAIL belongs to a customer account; no admin was made');
    }
    await messaging.consume(identityConsumers({ deps, retryDelaysMs: config.EVENT_RETRY_SECONDS }));
    const ending = { stores: [codes, pendingRegistrations, pendingSignIns, signIns, blockedNetworks, passwordGrants], clock };
    const sweep = startRepeating({ name: 'sweep', everyMs: sweepEveryMs, run: () => sweepExpired(ending), logger });
    lifecycle.onStop('sweep', sweep.stop);

    const sessions = createSessions({ fetchKeys: async () => deps.tokens.jwks, redis });
    const checks = { mongodb: () => pingMongo(mongo), redis: () => redis.ping(), rabbitmq: messaging.ping };
    const server = await buildServer({ service: 'identity', config, logger, metrics, sessions, checks });
    identityRoutes(server, { deps, sessions, cookies: createCookies({ publicUrl: config.PUBLIC_URL }) });
    return { server };
  };

export const buildIdentity = identityBuilder();
