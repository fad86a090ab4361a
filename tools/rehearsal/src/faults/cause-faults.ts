import { setTimeout as sleep } from 'node:timers/promises';
import { orderConfirmationSubject } from '@stagereel/contracts';
import { openAdmin } from '@stagereel/shop-client';
import { type Stack, serviceNames } from '@stagereel/stack';
import type { RehearsalPlan } from '../plan/command.ts';
import { seededRandom } from '../plan/seeded.ts';
import type { PreparedPlay } from '../play/play.ts';
import { playVisit, type Visit } from '../play/visit.ts';
import { type ProxiedServer, type Proxies, SERVERS } from './proxies.ts';
import { FAULT_KINDS, type FaultKind } from './toxiproxy.ts';

/** A fault lasts at most this long, and at most this share of its time in the rush: in the rest, the shop recovers. */
const LONGEST_MS = 10_000;
const FAULT_SHARE = 0.75;
/** A server that cannot be reached at all is away longer than one that is only disturbed. */
const CUT_WEIGHT = 6;
/** After a fault, a whole purchase with its mail must be possible within this time. */
export const RECOVERY_MS = 30_000;
/** Without these connections to Redis, no session can be checked. */
const UNREACHABLE: readonly FaultKind[] = ['reset', 'half-open', 'cut'];
/** The connections need a moment to notice the fault. */
const NOTICE_MS = 1_000;
const FIRST_PROBE_INDEX = 1_000_000;

export type Fault = {
  server: ProxiedServer;
  kind: FaultKind;
  ms: number;
  /** From the end of the fault to a whole purchase with its mail. Undefined: not within {@link RECOVERY_MS}. */
  recoveryMs: number | undefined;
  /** Only while Redis could not be reached: how many requests of an admin were sent, and how many were accepted. */
  admin?: { requests: number; accepted: number };
};

/** All faults in a random order, with their lengths and the time from the start of each to the start of the next. */
const planFaults = ({ seed, minutes }: RehearsalPlan) => {
  const random = seededRandom(`${seed} faults`);
  const weightOf = (kind: FaultKind): number => (kind === 'cut' ? CUT_WEIGHT : 1);
  const all = SERVERS.flatMap((server) => FAULT_KINDS.map((kind) => ({ server, kind, order: random() }))).sort((a, b) => a.order - b.order);
  const unitMs = (minutes * 60_000) / all.reduce((sum, { kind }) => sum + weightOf(kind), 0);
  return all.map(({ server, kind }) => ({
    server,
    kind,
    ms: weightOf(kind) * Math.min(LONGEST_MS, unitMs * FAULT_SHARE),
    slotMs: weightOf(kind) * unitMs,
  }));
};

/** Whether the shop accepts a request of the signed-in admin, and a sign-in with the right password. */
const tryAdmin = async ({ admin, shop, signal }: PreparedPlay): Promise<NonNullable<Fault['admin']>> => {
  await sleep(NOTICE_MS, undefined, { signal });
  const signIn = openAdmin(shop).call({ method: 'POST', path: '/api/admin/login', body: shop.admin });
  const results = await Promise.allSettled([admin.orders(), signIn]);
  return { requests: results.length, accepted: results.filter(({ status }) => status === 'fulfilled').length };
};

/** A visitor buys one video without any pause. `ms`: until the confirmation mail was there; undefined if it took too long. */
const recover = async (play: PreparedPlay, index: number): Promise<{ visit: Visit; ms: number | undefined }> => {
  const startedAt = performance.now();
  const visit = await playVisit({
    play,
    startedAt,
    files: [],
    hurry: { patienceMs: RECOVERY_MS },
    planned: {
      index: FIRST_PROBE_INDEX + index,
      atMs: 0,
      phase: 'recovery',
      address: `198.51.100.${index + 1}`,
      behaviour: 'buys',
      card: 'accepted',
      leavesAfterPaying: false,
      looksAgain: false,
      videos: [{ athlete: 0, style: '縦動画' }],
    },
  });
  const timeoutMs = RECOVERY_MS - (performance.now() - startedAt);
  if (!visit.isConfirmed || visit.orderNumber === undefined || timeoutMs <= 0) return { visit, ms: undefined };
  const subject = new RegExp(orderConfirmationSubject(visit.orderNumber));
  const mail = await play.shop.mailbox.waitFor({ to: visit.email, subject, timeoutMs }).catch(() => undefined);
  return { visit, ms: mail && performance.now() - startedAt };
};

/** Disturbs the connections to each server in each way, one after the other, spread over the rush. After each, a visitor tries to buy. */
export const causeFaults = async (play: PreparedPlay, proxies: Proxies): Promise<{ faults: Fault[]; visits: Visit[] }> => {
  const { plan, log, signal } = play;
  const faults: Fault[] = [];
  const visits: Visit[] = [];
  let nextAt = performance.now();
  for (const [index, { server, kind, ms, slotMs }] of planFaults(plan).entries()) {
    await sleep(Math.max(0, nextAt - performance.now()), undefined, { signal });
    nextAt = performance.now() + slotMs;
    await proxies[server].disturb(kind);
    const isClosed = server === 'redis' && UNREACHABLE.includes(kind);
    // The fault ends after the admin has got all responses.
    const [, admin] = await Promise.all([sleep(ms, undefined, { signal }), isClosed ? tryAdmin(play) : undefined]).finally(() =>
      proxies[server].heal(),
    );
    const { visit, ms: recoveryMs } = await recover(play, index);
    visits.push(visit);
    faults.push({ server, kind, ms, recoveryMs, ...(admin && { admin }) });
    log(`fault: ${server}, ${kind}; ${recoveryMs === undefined ? 'no purchase in time' : `a purchase after ${Math.round(recoveryMs)} ms`}`);
  }
  return { faults, visits };
};

/** Kills a service (SIGKILL) and starts it again at once, and again if it cannot start while a server is away. */
const killAndStart = async (service: ReturnType<Stack['service']>, signal: AbortSignal): Promise<void> => {
  await service.kill('SIGKILL');
  for (;;) {
    try {
      return await service.start();
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
};

/** Kills services at even intervals during the rush. Returns their names. */
export const causeKills = async ({ plan, log, signal }: PreparedPlay, stack: Stack): Promise<string[]> => {
  const random = seededRandom(`${plan.seed} kills`);
  const slotMs = (plan.minutes * 60_000) / (plan.kills + 1);
  const startedAt = performance.now();
  const killed: string[] = [];
  for (let slot = 1; slot <= plan.kills; slot += 1) {
    await sleep(Math.max(0, startedAt + slot * slotMs - performance.now()), undefined, { signal });
    const name = serviceNames[Math.floor(random() * serviceNames.length)] ?? 'orders';
    log(`${name} is killed`);
    await killAndStart(stack.service(name), signal);
    killed.push(name);
  }
  return killed;
};
