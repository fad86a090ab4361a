import { createPrivateKey } from 'node:crypto';
import { DAY, HOUR } from '@stagereel/contracts';
import { type BuildService, ConfigError, createSessions, isAppError, type Logger, openService } from '@stagereel/service-kit';
import { commonPasswords } from './adapters/common-passwords.ts';
import { createCounters } from './adapters/counter.ts';
import { createDeadLetters } from './adapters/dead-letters.ts';
import { createKnownDevices } from './adapters/known-devices.ts';
import { createLockList } from './adapters/lock-list.ts';
import { createPasswordHasher } from './adapters/password-hasher.ts';
import { createPersonalDataCollector } from './adapters/personal-data-client.ts';
import { createSecretBox } from './adapters/secret-box.ts';
import { createSessionStore } from './adapters/session-store.ts';
import { generatePrivatePem } from './adapters/signing-keys.ts';
import { createTokens } from './adapters/tokens.ts';
import { totp } from './adapters/totp.ts';
import { type IdentityConfig, limitsOf } from './config.ts';
import { identityConsumers } from './consumers/index.ts';
import type { Clock } from './domain/clock.ts';
import { removeOldDeadLetters } from './domain/dead-letter/dead-letters.ts';
import type { IdentityDeps } from './domain/deps.ts';
import { sweepExpired } from './domain/sweep-expired.ts';
import { ensureFirstAdmin } from './domain/user/ensure-first-admin.ts';
import { openStores } from './models/open-stores.ts';
import { findOrCreateSigningKey } from './models/signing-key.model.ts';
import { createIdentityCookies } from './routes/cookies.ts';
import { registerRoutes } from './routes/index.ts';

/** For tests. */
export type IdentityOptions = { now?: Clock; sweepEveryMs?: number; adapt?: (deps: IdentityDeps) => IdentityDeps };

const SWEEP_EVERY_MS = 10 * 60 * 1000;

export const buildIdentity =
  ({ now = () => new Date(), sweepEveryMs = SWEEP_EVERY_MS, adapt = (deps) => deps }: IdentityOptions = {}): BuildService<IdentityConfig> =>
  async (context) => {
    const { config, logger } = context;
    const service = await openService(context, { mongodb: 'required', redis: 'required', rabbitmq: 'required' });
    const { mongo, redis, outbox } = service;

    const { stores, sweepable, outboxes } = await openStores({ mongo, onEvents: outbox.trigger });
    outbox.startRelay(outboxes);
    const signingKey = config.SESSION_SIGNING_KEY ?? createPrivateKey(await findOrCreateSigningKey(mongo, generatePrivatePem));
    const limits = limitsOf(config);
    const deps = adapt({
      now,
      logger,
      limits,
      outbox,
      ...stores,
      sessionStore: createSessionStore(redis),
      knownDevices: createKnownDevices(redis),
      locks: createLockList(redis),
      deadLetters: createDeadLetters(config),
      counters: createCounters({ redis, codeResendSeconds: limits.codeResendSeconds }),
      collectFromServices: createPersonalDataCollector(
        [config.ORDERS_URL, config.NOTIFY_URL, config.CATALOG_URL].map((url) => service.internalClient(url)),
      ),
      tokens: createTokens({ signingKey, olderKeys: config.SESSION_VERIFY_KEYS }),
      passwordHasher: createPasswordHasher(),
      commonPasswords,
      totp,
      secretBox: createSecretBox({ secret: config.CODE_SECRET, purpose: 'two-factor' }),
    });

    await createFirstAdmin({ deps, config, logger });
    await service.consume(identityConsumers({ deps, retryDelaysMs: config.eventRetryMs }));
    service.startJob({ name: 'sweep', everyMs: sweepEveryMs, run: () => sweepExpired({ stores: sweepable, now }) });

    service.startJob({
      name: 'remove old dead letters',
      ...{ everyMs: DAY * 1000, firstAfterMs: HOUR * 1000 },
      run: () => removeOldDeadLetters(deps, logger),
    });

    const sessions = createSessions({ fetchKeys: async () => deps.tokens.jwks, redis });
    const server = await service.buildServer({ sessions });
    registerRoutes(server, { deps, sessions, cookies: createIdentityCookies({ publicUrl: config.PUBLIC_URL }) });
    return { server };
  };

type CreateFirstAdmin = { deps: IdentityDeps; config: IdentityConfig; logger: Logger };

const createFirstAdmin = async ({ deps, config, logger }: CreateFirstAdmin): Promise<void> => {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  if (!email || !password) return;
  const outcome = await ensureFirstAdmin(deps, { email, password }).catch((error: unknown) => {
    if (!isAppError(error, 'PasswordCommon') && !isAppError(error, 'PasswordPersonal')) throw error;
    throw new ConfigError(
      'ADMIN_PASSWORD: must not be a common password or word with digits and symbols, nor contain the address, its local part or the name of the shop',
    );
  });
  if (outcome === 'was-deleted') logger.warn('The admin of ADMIN_EMAIL was deleted and is not created again');
  if (outcome === 'belongs-to-customer') logger.error('ADMIN_EMAIL belongs to a customer account, so no admin was created');
};
