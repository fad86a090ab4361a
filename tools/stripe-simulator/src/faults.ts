import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ApiError } from './api-error.ts';

/** A fault to inject into API calls; in `path` a `*` matches one segment. */
export const faultSchema = z
  .strictObject({
    method: z.enum(['GET', 'POST']).optional(),
    path: z.string().startsWith('/v1/'),
    /** The status of the response; without a status and without `hangUp`, the call is only delayed. */
    status: z.int().min(400).max(599).optional(),
    /** Closes the connection instead of responding. */
    hangUp: z.boolean().default(false),
    /** Whether the call fails before or after it has its effect. */
    stage: z.enum(['before', 'after']).default('before'),
    latencyMs: z.int().min(0).max(600_000).default(0),
    /** How many calls it affects. The SDK retries failed calls by itself. */
    times: z.int().min(1).default(1),
  })
  .refine((fault) => fault.status !== undefined || fault.hangUp || fault.latencyMs > 0, 'name a status, hangUp or latencyMs');

export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

/** Closes the caller's connection without a response. */
export class HangUp extends Error {}

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** Runs an API call with the first fault that matches it. Throws the requested outage, or `HangUp`. */
  guard<T>(call: { method: string; path: string }, act: () => Promise<T>): Promise<T>;
  /** Ends all delays when the simulator stops. */
  abort(): void;
};

export function createFaults(): Faults {
  const aborter = new AbortController();
  let faults: Fault[] = [];

  function take(call: { method: string; path: string }): Fault | undefined {
    const fault = faults.find((candidate) => matches(candidate, call));
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
      if (fault.stage === 'before') fail(fault);
      const result = await act();
      if (fault.stage === 'after') fail(fault);
      return result;
    },
    abort: () => aborter.abort(),
  };
}

function matches(fault: Fault, call: { method: string; path: string }): boolean {
  if (fault.method && fault.method !== call.method) return false;
  const wanted = fault.path.split('/');
  const segments = call.path.split('/');
  return wanted.length === segments.length && wanted.every((segment, index) => segment === '*' || segment === segments[index]);
}

function fail(fault: Fault): void {
  if (fault.hangUp) throw new HangUp();
  if (fault.status !== undefined) throw new ApiError(fault.status, { type: 'api_error', message: 'A simulated outage.' });
}
