import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { outage } from './domain/api-error.ts';

/** What an API call is to suffer; in `path` a `*` stands for one segment. */
export const faultSchema = z
  .strictObject({
    method: z.enum(['GET', 'POST']).optional(),
    path: z.string().startsWith('/v1/'),
    /** The status of the answer; without one, and without `hangUp`, the call is only late. */
    status: z.int().min(400).max(599).optional(),
    /** Cuts the connection instead of answering. */
    hangUp: z.boolean().default(false),
    /** Whether the call fails before it had its effect or after it. */
    stage: z.enum(['before', 'after']).default('before'),
    latencyMs: z.int().min(0).max(600_000).default(0),
    /** How many calls it strikes. The SDK repeats failed calls by itself. */
    times: z.int().min(1).default(1),
  })
  .refine((fault) => fault.status !== undefined || fault.hangUp || fault.latencyMs > 0, 'name a status, hangUp or latencyMs');

export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

/** The caller's connection is to be cut without an answer. */
export class HangUp extends Error {}

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** Runs an API call under the first fault that fits it. Throws the outage that was ordered, or `HangUp`. */
  guard<T>(call: { method: string; path: string }, act: () => Promise<T>): Promise<T>;
  /** Ends all waiting, for a stop. */
  abort(): void;
};

export function createFaults(): Faults {
  const aborter = new AbortController();
  let faults: Fault[] = [];

  function take(call: { method: string; path: string }): Fault | undefined {
    const fault = faults.find((candidate) => fits(candidate, call));
    if (!fault) return undefined;
    faults = faults.flatMap((other) => {
      if (other !== fault) return [other];
      return other.times > 1 ? [{ ...other, times: other.times - 1 }] : [];
    });
    return fault;
  }

  return {
    add: (fault) => faults.push(fault),
    clear: () => {
      faults = [];
    },
    async guard(call, act) {
      const fault = take(call);
      if (!fault) return act();
      if (fault.latencyMs > 0) await delay(fault.latencyMs, undefined, { signal: aborter.signal });
      if (fault.stage === 'before') strike(fault);
      const result = await act();
      if (fault.stage === 'after') strike(fault);
      return result;
    },
    abort: () => aborter.abort(),
  };
}

function fits(fault: Fault, call: { method: string; path: string }): boolean {
  if (fault.method && fault.method !== call.method) return false;
  const wanted = fault.path.split('/');
  const segments = call.path.split('/');
  return wanted.length === segments.length && wanted.every((segment, index) => segment === '*' || segment === segments[index]);
}

function strike(fault: Fault): void {
  if (fault.hangUp) throw new HangUp();
  if (fault.status !== undefined) throw outage(fault.status);
}
