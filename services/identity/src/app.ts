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
import { authenticator } from './adapters/authenticator.ts';
import { createCounter } from './adapters/counter.ts';
import { createLockList } from './adapters/lock-list.ts';
import { createPasswords } from './adapters/passwords.ts';
import { generatePrivatePem } from './adapters/rsa-keys.ts';
import { createSecretBox } from './adapters/secret-box.ts';
import { createSessionStore } from './adapters/session-store.ts';
import { createTokens } from './adapters/tokens.ts';
import type { IdentityConfig } from './config.ts';
import { identityConsumers } from './consumers/index.ts';
import type { Clock } from './domain/clock.ts';
import type { IdentityDeps } from './domain/deps.ts';
import { sweepExpired } from './domain/sweep-expired.ts';
import { ensureFirstAdmin } from './domain/users/ensure-first-admin.ts';
import { createAdminMarks } from './models/admin-marks.ts';
import { createAuditLog } from './models/audit-entry.model.ts';
import { CODES, createCodeStore } from './models/code.model.ts';
import { createFirstAdmins } from './models/first-admin.model.ts';
import { BLOCKED_NETWORKS, createNetworkList, TRUSTED_NETWORKS } from './models/network-list.model.ts';
import { createPasswordGrantStore } from './models/password-grant.model.ts';
import { createPendingRegistrationStore, PENDING_REGISTRATIONS } from './models/pending-registration.model.ts';
import { createPendingSignInStore } from './models/pending-sign-in.model.ts';
import { connectSignInModel, createSignInLog } from './models/sign-in-event.model.ts';
import { createSignInReport } from './models/sign-in-report.ts';
import { sharedSigningKey } from './models/signing-key.model.ts';
import { createTwoFactorSetupStore } from './models/two-factor-setup.model.ts';
import { connectUserModel, deletedUsers, USERS } from './models/user.model.ts';
import { createUserReport } from './models/user-report.ts';
import { createUserStore } from './models/user-store.ts';
import { createCookies } from './routes/cookies.ts';
import { identityRoutes } from './routes/index.ts';

export type IdentityOptions = { clock?: Clock; sweepEveryMs?: number; adapt?: (deps: IdentityDeps) => IdentityDeps };
const SWEEP_EVERY_MS = 10 * 60 * 1000;

const createCounters = ({ redis, pauseSeconds }: { redis: Redis; pauseSeconds: number }): IdentityDeps['counters'] => ({
  codesByAddress: createCounter({ redis, name: 'codes-by-address', seconds: HOUR }),
  codesByNetwork: createCounter({ redis, name: 'codes-by-network', seconds: HOUR }),
  // A counter's time is in whole seconds, and 0 would be for ever.
  linkPause: createCounter({ redis, name: 'link-pause', seconds: Math.max(1, Math.ceil(pauseSeconds)) }),
  authenticatorTries: createCounter({ redis, name: 'authenticator-tries', seconds: HOUR }),
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

    const [userModel, signInModel] = [connectUserModel(mongo), connectSignInModel(mongo)];
    const ending = {
      users: createUserStore(userModel),
      codes: createCodeStore(mongo),
      pendingRegistrations: createPendingRegistrationStore(mongo),
      pendingSignIns: createPendingSignInStore(mongo),
      signIns: createSignInLog(signInModel),
      blockedNetworks: createNetworkList(mongo, BLOCKED_NETWORKS),
      trustedNetworks: createNetworkList(mongo, TRUSTED_NETWORKS),
      passwordGrants: createPasswordGrantStore(mongo),
      twoFactorSetups: createTwoFactorSetupStore(mongo),
    };
    const outboxes = [CODES, PENDING_REGISTRATIONS, BLOCKED_NETWORKS, TRUSTED_NETWORKS].map((name) =>
      createOutboxStore(mongo.collection(name)),
    );
    const outbox = startOutboxRelay({
      stores: [...outboxes, createOutboxStore(mongo.collection(USERS), { removeWhen: deletedUsers })],
      publish: messaging.publish,
      logger,
    });
    lifecycle.onStop('outbox', outbox.stop);
    const signingKey = config.SESSION_SIGNING_KEY ?? createPrivateKey(await sharedSigningKey(mongo, generatePrivatePem));
    const codeResendSeconds = config.CODE_RESEND_SECONDS / 1000;
    const deps = adapt({
      clock,
      ...ending,
      outbox,
      userReport: createUserReport(userModel),
      signInReport: createSignInReport(signInModel),
      adminMarks: createAdminMarks(userModel),
      firstAdmins: createFirstAdmins(mongo),
      auditLog: createAuditLog(mongo),
      sessionStore: createSessionStore(redis),
      tokens: createTokens({ signingKey, olderKeys: config.SESSION_VERIFY_KEYS }),
      passwords: await createPasswords(),
      authenticator,
      secretBox: createSecretBox({ secret: config.CODE_SECRET, purpose: 'two-factor' }),
      locks: createLockList(redis),
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
      if (outcome === 'was-deleted') logger.warn('the admin of ADMIN_EMAIL was deleted and is not made again');
      if (outcome === 'address-is-a-customers') logger.error('ADMIN_EMAIL belongs to a customer account; no admin was made');
    }
    await messaging.consume(identityConsumers({ deps, retryDelaysMs: config.EVENT_RETRY_SECONDS }));
    const sweep = startRepeating({
      name: 'sweep',
      everyMs: sweepEveryMs,
      run: () => sweepExpired({ stores: Object.values(ending), clock }),
      logger,
    });
    lifecycle.onStop('sweep', sweep.stop);

    const sessions = createSessions({ fetchKeys: async () => deps.tokens.jwks, redis });
    const checks = { mongodb: () => pingMongo(mongo), redis: () => redis.ping(), rabbitmq: messaging.ping };
    const server = await buildServer({ service: 'identity', config, logger, metrics, sessions, checks });
    identityRoutes(server, { deps, sessions, cookies: createCookies({ publicUrl: config.PUBLIC_URL }) });
    return { server };
  };

export const buildIdentity = identityBuilder();
