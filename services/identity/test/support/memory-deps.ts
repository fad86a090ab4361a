import { randomUUID } from 'node:crypto';
import { CODE_RESEND_SECONDS, CODE_TRIES, CODES_PER_ADDRESS_HOUR, CODES_PER_IP_HOUR, DAY, HOUR, LOCK_SECONDS } from '@stagereel/contracts';
import type { CodeKey, NewCode } from '../../src/domain/code/code.ts';
import type { Counter } from '../../src/domain/counter.ts';
import type { IdentityDeps } from '../../src/domain/deps.ts';
import type { ListedNetwork, NetworkList } from '../../src/domain/network/network.ts';
import { FAILED_OUTCOMES, type SignInEvent } from '../../src/domain/sign-in/sign-in-event.ts';
import type { User } from '../../src/domain/user/user.ts';

type Now = () => Date;

/** Like the counter in Redis: a count expires some time after its first increment. */
const memoryCounter = (now: Now, seconds: number): Counter => {
  const counts = new Map<string, { count: number; endsAt: number }>();
  const current = (key: string) => {
    const found = counts.get(key);
    return found && found.endsAt > now().getTime() ? found : undefined;
  };
  const read: Counter['read'] = async (key) => {
    const found = current(key);
    return { count: found?.count ?? 0, expiresInMs: found ? found.endsAt - now().getTime() : 0 };
  };
  return {
    read,
    increment: async (key) => {
      const { count = 0, endsAt = now().getTime() + seconds * 1000 } = current(key) ?? {};
      counts.set(key, { count: count + 1, endsAt });
      return read(key);
    },
    decrement: async (key) => {
      const found = current(key);
      if (found && found.count > 0) found.count -= 1;
    },
    expireIn: async ({ key, seconds: expirySeconds }) => {
      const found = current(key);
      if (found) found.endsAt = now().getTime() + expirySeconds * 1000;
    },
    reset: async (key) => void counts.delete(key),
  };
};

type StoredCode = Omit<NewCode, 'key' | 'now' | 'purgeAt' | 'event'> & { tries: Map<boolean, number>; usedAt: Date | null };
const idOf = ({ purpose, email }: CodeKey): string => `${purpose}:${email}`;

/** Keeps the newest code of each purpose and address, and what was mailed. */
const memoryCodes = (): { store: IdentityDeps['codes']; mailed: Map<string, string> } => {
  const codes = new Map<string, StoredCode>();
  const mailed = new Map<string, string>();
  const store: IdentityDeps['codes'] = {
    find: async ({ key, isKnownDevice }) => {
      const code = codes.get(idOf(key));
      return code && { ...code, tries: code.tries.get(isKnownDevice) ?? 0 };
    },
    replace: async ({ key, now, event, ...code }) => {
      const earlier = codes.get(idOf(key));
      if (earlier && earlier.resendAfter > now) return false;
      codes.set(idOf(key), { ...code, tries: new Map(), usedAt: null });
      mailed.set(idOf(key), String(Object(event.data)['code']));
      return true;
    },
    countTry: async ({ key, isKnownDevice, now }) => {
      const code = codes.get(idOf(key));
      const tries = code?.tries.get(isKnownDevice) ?? 0;
      if (!code || code.usedAt || code.expiresAt <= now || tries >= CODE_TRIES) return undefined;
      code.tries.set(isKnownDevice, tries + 1);
      return { mac: code.mac, triesLeft: CODE_TRIES - tries - 1, requestedFrom: code.source };
    },
    undoTry: async () => undefined,
    markUsed: async ({ key, now }) => {
      const code = codes.get(idOf(key));
      if (!code || code.usedAt) return false;
      Object.assign(code, { usedAt: now, resendAfter: now });
      return true;
    },
    removeUntil: async () => undefined,
  };
  return { store, mailed };
};

const memoryNetworks = (): NetworkList => {
  const networks = new Map<string, ListedNetwork>();
  return {
    find: async ({ network, now }) => {
      const found = networks.get(network);
      return found && found.until > now ? found : undefined;
    },
    list: async () => [...networks.values()],
    add: async (network) => void networks.set(network.network, network),
    remove: async ({ network }) => networks.delete(network),
    removedAt: async () => undefined,
    removeByEmail: async () => undefined,
  };
};

const memorySignIns = (events: SignInEvent[]): IdentityDeps['signIns'] => {
  const failures = (since: Date) => events.filter(({ outcome, at }) => FAILED_OUTCOMES.includes(outcome) && at > since);
  const increment = (id: string): boolean => {
    const found = events.find((event) => event.id === id);
    if (found) found.count += 1;
    return found !== undefined;
  };
  return {
    append: async (event) => {
      if (!increment(event.id)) events.push(event);
    },
    countAgain: async (id) => increment(id),
    countFailuresOfAddress: async ({ email, since }) => failures(since).filter((event) => event.email === email).length,
    countFailuresOfNetwork: async ({ network, since }) => {
      const found = failures(since).filter((event) => event.network === network);
      return { failures: found.length, accounts: new Set(found.map(({ email }) => email)).size };
    },
    hasSucceeded: async ({ email, network }) =>
      events.some((event) => event.outcome === 'succeeded' && event.email === email && event.network === network),
    listByEmail: async (email) => events.filter((event) => event.email === email),
    pseudonymise: async () => undefined,
  };
};

/** What limits depend on, in memory and with the default limits. For tests of many attempts, which the databases would make slow. */
export const createMemoryDeps = (users: readonly User[]) => {
  let nowMs = Date.parse('2026-11-23T03:00:00.000Z');
  const now = (): Date => new Date(nowMs);
  const counter = (seconds: number): Counter => memoryCounter(now, seconds);
  const { store, mailed } = memoryCodes();
  const signIns: SignInEvent[] = [];
  const devices = new Set<string>();
  const none = async (): Promise<undefined> => undefined;
  const deps = {
    now,
    codes: store,
    signIns: memorySignIns(signIns),
    blockedNetworks: memoryNetworks(),
    trustedNetworks: memoryNetworks(),
    locks: { add: none, remove: none },
    sessionStore: { open: none, end: none },
    knownDevices: {
      add: async ({ email, id }) => void devices.add(`${email} ${id}`),
      has: async ({ email, id }) => devices.has(`${email} ${id}`),
    } satisfies Partial<IdentityDeps['knownDevices']>,
    pendingSignIns: { start: none },
    users: {
      findByEmail: async (email: string) => users.find((user) => user.email === email),
      findById: async (id: string) => users.find((user) => user.id === id),
      markSignedIn: none,
    },
    tokens: { sign: ({ claims }: { claims: object }) => JSON.stringify(claims), verify: (token: string) => JSON.parse(token) },
    passwordHasher: { verify: async ({ stored, password }: { stored: string | undefined; password: string }) => stored === password },
    outbox: { trigger: () => undefined },
    counters: {
      codesByAddress: counter(HOUR),
      codesByNetwork: counter(HOUR),
      codeFailures: counter(DAY),
      wantedAccounts: counter(HOUR),
      authenticatorTries: counter(HOUR),
      failuresByAccountAndNetwork: counter(LOCK_SECONDS),
      failuresByAccount: counter(LOCK_SECONDS),
      failuresByKnownDevices: counter(LOCK_SECONDS),
    },
    limits: {
      codeSecret: 'secret',
      codeResendSeconds: CODE_RESEND_SECONDS,
      codesPerAddressHour: CODES_PER_ADDRESS_HOUR,
      codesPerNetworkHour: CODES_PER_IP_HOUR,
    },
  } as unknown as IdentityDeps;
  return {
    deps,
    signIns,
    wait: (seconds: number): void => {
      nowMs += seconds * 1000;
    },
    /** The newest code that was mailed. */
    mailedCode: (key: CodeKey): string => mailed.get(idOf(key)) ?? '',
  };
};

/** A user whose stored password is readable. */
export const buildUser = ({ email, password, isAdmin = false }: { email: string; password: string; isAdmin?: boolean }): User => ({
  id: randomUUID(),
  email,
  name: null,
  passwordHash: password,
  isAdmin,
  emailProven: true,
  createdAt: new Date(0),
  lastLoginAt: null,
  twoFactor: null,
});
