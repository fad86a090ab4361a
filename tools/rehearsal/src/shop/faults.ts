import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_KINDS, killServices, type Proxies, SERVERS, seededRandom } from '@stagereel/soak';
import { type Stack, serviceNames } from '@stagereel/stack';
import type { RehearsalPlan } from '../plan/command.ts';

export type { Proxies } from '@stagereel/soak';

/** A fault lasts at most this long, and at most this share of its time slot: in the rest, the shop recovers. */
const LONGEST_MS = 10_000;
const FAULT_SHARE = 0.5;

type Faults = { proxies: Proxies; plan: RehearsalPlan; log: (line: string) => void; signal: AbortSignal };

/** Disturbs the connections to each server in each way, one after the other, spread over the rush. Returns what was disturbed. */
export const causeFaults = async ({ proxies, plan, log, signal }: Faults): Promise<string[]> => {
  const random = seededRandom(`${plan.seed} faults`);
  const all = SERVERS.flatMap((server) => FAULT_KINDS.map((kind) => ({ server, kind, order: random() }))).sort((a, b) => a.order - b.order);
  const slotMs = (plan.minutes * 60_000) / all.length;
  const faultMs = Math.min(LONGEST_MS, slotMs * FAULT_SHARE);
  for (const { server, kind } of all) {
    await proxies[server].disturb(kind);
    log(`fault: ${server}, ${kind}`);
    await sleep(faultMs, undefined, { signal }).finally(() => proxies[server].heal());
    await sleep(slotMs - faultMs, undefined, { signal });
  }
  return all.map(({ server, kind }) => `${server} ${kind}`);
};

type Kills = { stack: Stack; plan: RehearsalPlan; log: (line: string) => void; signal: AbortSignal };

/** Kills services (SIGKILL) at even intervals during the rush, and starts each again at once. Returns what was killed. */
export const causeKills = async ({ stack, plan, log, signal }: Kills): Promise<string[]> => {
  const random = seededRandom(`${plan.seed} kills`);
  const slotMs = (plan.minutes * 60_000) / (plan.kills + 1);
  const startedAt = performance.now();
  const killed: string[] = [];
  for (let slot = 1; slot <= plan.kills; slot += 1) {
    await sleep(Math.max(0, startedAt + slot * slotMs - performance.now()), undefined, { signal });
    const name = serviceNames[Math.floor(random() * serviceNames.length)] ?? 'orders';
    log(`fault: ${name}, killed`);
    await killServices({ stack, signal }, [name]);
    killed.push(`${name} killed`);
  }
  return killed;
};
