import { type Admin, openAdmin, openMailbox } from '@stagereel/shop-client';
import type { ServiceName, Stack } from '@stagereel/stack';
import { type Random, seededRandom } from '../seeded.ts';
import { type Books, compareBooks, countRepeats, type Disagreements, listConfirmations, listPayments } from './accounts.ts';
import type { ProxiedServer, Proxies } from './connections.ts';
import { SERVERS } from './connections.ts';
import { type Catalog, createCatalog, type Purchase, purchase, type Shop } from './purchases.ts';
import { FAULT_KINDS, type FaultKind } from './toxiproxy.ts';

const SERVICES: readonly ServiceName[] = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'];
/** After a fault, a whole purchase with its mails must be possible within this time. */
export const RECOVERY_MS = 30_000;
/** How long the last mails may take. The longest pause between two tries is ten minutes. */
const MAILS_MS = 900_000;
const POLL_MS = 500;
/** Without these connections to Redis, no session can be checked. */
const UNREACHABLE: readonly FaultKind[] = ['reset', 'half-open', 'cut'];

export type ChaosPlan = {
  /** Determines which services are killed, and when. */
  seed: string;
  /** Spread over the whole run. */
  orders: number;
  /** How often a service is killed, spread over all faults. */
  kills: number;
  /** The length of each fault, and of each fault in which the server cannot be reached at all. */
  faultSeconds: number;
  cutSeconds: number;
};

export type FaultResult = {
  server: ProxiedServer;
  kind: FaultKind;
  seconds: number;
  /** From the end of the fault to a whole purchase with its mails. Undefined: not within {@link RECOVERY_MS}. */
  recoveryMs: number | undefined;
  /** The services that were killed and started again during the fault. */
  killed: readonly ServiceName[];
  /** Only while Redis cannot be reached: how many requests of an admin were sent, and how many were accepted. */
  admin?: { requests: number; accepted: number };
};

export type ChaosFigures = {
  faults: FaultResult[];
  purchases: Purchase[];
  disagreements: Disagreements;
  payments: number;
  /** Confirmation mails that arrived more than once as the same message. */
  repeatedMails: number;
  /** How long after the last purchase the last mail arrived. */
  lastMailSeconds: number;
  seconds: number;
};

type Deps = {
  stack: Pick<Stack, 'info' | 'service' | 'backing'>;
  proxies: Proxies;
  log?: (line: string) => void;
};
type Run = Deps & { plan: ChaosPlan; shop: Shop; catalog: Catalog; signal: AbortSignal; log: (line: string) => void };

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

const signInAdmin = async ({ info }: Deps['stack']): Promise<Admin> => {
  const admin = openAdmin({ gateway: info.gateway, mailbox: openMailbox(info.mailbox) });
  await admin.signIn(info.admin);
  return admin;
};

/** Starts purchases at even intervals, whether or not earlier ones have ended, so that an outage does not reduce the load. */
const buyMany = async (run: Run, everyMs: number): Promise<Purchase[]> => {
  const { plan, signal } = run;
  const started: Promise<Purchase>[] = [];
  for (let index = 0; index < plan.orders && !signal.aborted; index += 1) {
    started.push(purchase({ ...run, index }));
    await pause(everyMs, signal);
  }
  return Promise.all(started);
};

type Killing = { stack: Pick<Stack, 'service'>; signal: AbortSignal };

/** Kills services one after the other. Each is started again at once, and again if it cannot start while a server is away. */
export const killServices = async ({ stack, signal }: Killing, names: readonly ServiceName[]): Promise<void> => {
  const restart = async (name: ServiceName): Promise<void> => {
    for (;;) {
      try {
        return await stack.service(name).start();
      } catch (error) {
        if (signal.aborted) throw error;
      }
    }
  };
  for (const name of names) {
    if (signal.aborted) return;
    await stack.service(name).kill('SIGKILL');
    await restart(name);
  }
};

/** The services to kill during each fault. */
const planKills = ({ seed, kills }: ChaosPlan, faults: number): ServiceName[][] => {
  const random: Random = seededRandom(`${seed} kills`);
  const planned = Array.from({ length: faults }, (): ServiceName[] => []);
  for (let count = 0; count < kills; count += 1) {
    planned[Math.floor((count * faults) / kills)]?.push(SERVICES[Math.floor(random() * SERVICES.length)] ?? 'orders');
  }
  return planned;
};

/** Whether the shop accepts this admin's request, and a sign-in with the right password. */
const tryAdmin = async ({ stack }: Run, admin: Admin): Promise<{ requests: number; accepted: number }> => {
  const stranger = openAdmin({ gateway: stack.info.gateway, mailbox: openMailbox(stack.info.mailbox) });
  const signIn = stranger.call({ method: 'POST', path: '/api/admin/login', body: stack.info.admin });
  const results = await Promise.allSettled([admin.orders(), signIn]);
  return { requests: results.length, accepted: results.filter(({ status }) => status === 'fulfilled').length };
};

/** Buys one video until that succeeds with both of its mails. `ms`: how long that took; undefined if it took too long. */
const recover = async (run: Run, name: string): Promise<{ probe: Purchase; ms: number | undefined }> => {
  const start = performance.now();
  const probe = await purchase({ ...run, index: 0, name, patienceMs: RECOVERY_MS });
  const timeoutMs = RECOVERY_MS - (performance.now() - start);
  if (!probe.isConfirmed || timeoutMs <= 0) return { probe, ms: undefined };
  try {
    await openMailbox(run.shop.mailbox).waitFor({ to: probe.email, subject: /ご注文/, timeoutMs });
    return { probe, ms: performance.now() - start };
  } catch {
    return { probe, ms: undefined };
  }
};

const ALL_FAULTS = SERVERS.flatMap((server) => FAULT_KINDS.map((kind) => ({ server, kind })));
const secondsOf = ({ faultSeconds, cutSeconds }: ChaosPlan, kind: FaultKind): number => (kind === 'cut' ? cutSeconds : faultSeconds);

const causeFaults = async (run: Run, admin: Admin): Promise<{ faults: FaultResult[]; probes: Purchase[] }> => {
  const { plan, proxies, signal, log } = run;
  const kills = planKills(plan, ALL_FAULTS.length);
  const faults: FaultResult[] = [];
  const probes: Purchase[] = [];
  for (const [index, { server, kind }] of ALL_FAULTS.entries()) {
    if (signal.aborted) break;
    const killed = kills[index] ?? [];
    const seconds = secondsOf(plan, kind);
    await proxies[server].disturb(kind);
    const isClosed = server === 'redis' && UNREACHABLE.includes(kind);
    const [, restarted, tries] = await Promise.all([
      pause(seconds * 1000, signal).then(() => proxies[server].heal()),
      Promise.allSettled([killServices(run, killed)]),
      // A moment later, because the connections need it to notice the fault.
      isClosed ? pause(1_000, signal).then(() => tryAdmin(run, admin)) : undefined,
    ]);
    const failure = restarted.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
    const { probe, ms } = await recover(run, `after-${server}-${kind}`);
    probes.push(probe);
    faults.push({ server, kind, seconds, killed, recoveryMs: ms, ...(tries && { admin: tries }) });
    log(`${server}, ${kind}: ${ms === undefined ? 'not healthy in time' : `healthy after ${(ms / 1000).toFixed(1)} s`}`);
  }
  return { faults, probes };
};

const plannedMs = (plan: ChaosPlan): number => ALL_FAULTS.reduce((sum, { kind }) => sum + secondsOf(plan, kind) * 1000, 0);

/** Waits until every payment has its order and its mail, or until the time for it has passed. */
const settle = async (run: Run, purchases: readonly Purchase[]): Promise<{ books: Books; seconds: number }> => {
  const start = performance.now();
  const admin = await signInAdmin(run.stack);
  for (;;) {
    const [payments, lines, confirmations] = await Promise.all([
      listPayments(run.stack.backing.stripe),
      admin.orders(),
      listConfirmations(run.shop.mailbox),
    ]);
    const books = { purchases, payments, lines, confirmations };
    const { lost, withoutMail } = compareBooks(books);
    const seconds = (performance.now() - start) / 1000;
    if ((lost.length === 0 && withoutMail.length === 0) || seconds * 1000 > MAILS_MS || run.signal.aborted) return { books, seconds };
    await pause(POLL_MS * 4, run.signal);
  }
};

/**
 * Disturbs the connections to each server in every way, one after the other, and kills services, while customers buy. Then compares what
 * customers saw, the provider's payments, the orders and the mails.
 */
export const runChaos = async (deps: Deps, { plan, signal }: { plan: ChaosPlan; signal: AbortSignal }): Promise<ChaosFigures> => {
  const { stack, log = () => undefined } = deps;
  const start = performance.now();
  const admin = await signInAdmin(stack);
  const shop: Shop = { gateway: stack.info.gateway, mailbox: stack.info.mailbox, provider: stack.backing.stripe.url };
  const run: Run = { ...deps, plan, signal, log, shop, catalog: await createCatalog(admin) };

  const totalMs = plannedMs(plan);
  const [{ faults, probes }, bought] = await Promise.all([causeFaults(run, admin), buyMany(run, totalMs / Math.max(1, plan.orders))]);
  if (signal.aborted) throw signal.reason;
  log('all faults have ended; waiting for the last mails');
  const purchases = [...bought, ...probes];
  const { books, seconds: lastMailSeconds } = await settle(run, purchases);
  return {
    faults,
    purchases,
    disagreements: compareBooks(books),
    payments: books.payments.length,
    repeatedMails: countRepeats(books.confirmations),
    lastMailSeconds,
    seconds: (performance.now() - start) / 1000,
  };
};
