import { createHmac } from 'node:crypto';
import type { Form, FormValue } from '../form.ts';
import type { StoredResponse } from '../rows.ts';
import type { Store, Transaction } from '../store.ts';
import { invalidRequest, keyInUse, keyReused } from './api-error.ts';

/** A key is remembered for a day: https://docs.stripe.com/api/idempotent_requests */
const KEY_LIFETIME_MS = 86_400_000;
const MAX_KEY_LENGTH = 255;

export type KeyedRequest = { key: string; caller: string; method: string; path: string; params: Form };

export type Claim = {
  /** The stored response of an earlier request with this key, which is returned again. */
  earlier: StoredResponse | undefined;
  /** Stores the response for later requests with this key, in the same step. */
  remember(tx: Transaction, response: { status: number; body: unknown }): void;
  /** Allows the next request with this key. */
  release(): void;
};

export type Idempotency = { claim(request: KeyedRequest): Claim };

/**
 * Makes POST requests safe to retry. The hash that identifies a request is keyed with `secret`, so that its card number cannot be
 * guessed from the stored data.
 */
export function createIdempotency(deps: { store: Pick<Store, 'get'>; now: () => Date; secret: string }): Idempotency {
  const inProgress = new Set<string>();

  /** Claims the key for one request. Throws a 400 if it was used for a different request, and a 409 while the same request runs. */
  function claim(request: KeyedRequest): Claim {
    const { key } = request;
    if (key.length > MAX_KEY_LENGTH) throw invalidRequest({ message: `An idempotency key has at most ${MAX_KEY_LENGTH} characters.` });
    const id = `${request.caller}:${key}`;
    const fingerprint = hashOf(deps.secret, request);
    const now = deps.now().getTime();
    if (inProgress.has(id)) throw keyInUse(`Another request with the Idempotent Key ${key} is still in progress. Try again later.`);
    const stored = deps.store.get('answers', id);
    const earlier = stored && stored.expiresAt > now ? stored : undefined;
    if (earlier && earlier.fingerprint !== fingerprint) {
      throw keyReused(
        `Keys for idempotent requests can only be used with the same endpoint and parameters they were first used with, and '${key}' was used otherwise.`,
      );
    }
    inProgress.add(id);
    return {
      earlier,
      remember: (tx, response) => tx.put('answers', { id, fingerprint, ...response, expiresAt: now + KEY_LIFETIME_MS }),
      release: () => inProgress.delete(id),
    };
  }

  return { claim };
}

function hashOf(secret: string, request: KeyedRequest): string {
  const content = JSON.stringify([request.method, request.path, sorted(request.params)]);
  return createHmac('sha256', secret).update(content).digest('base64url');
}

/** The order of the parameters does not matter. */
function sorted(value: FormValue): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name] ?? '')]);
}
