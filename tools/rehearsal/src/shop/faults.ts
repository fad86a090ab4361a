import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_KINDS, type Proxies, SERVERS, seededRandom } from '@stagereel/soak';
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
