import { createHmac } from 'node:crypto';
import type { Form, FormValue } from '../form.ts';
import type { StoredAnswer } from '../rows.ts';
import type { Store, Transaction } from '../store.ts';
import { invalidRequest, keyInUse, keyReused } from './api-error.ts';

/** A key is remembered for a day: https://docs.stripe.com/api/idempotent_requests */
const KEY_LIFE_MS = 86_400_000;
const MAX_KEY_LENGTH = 255;

export type KeyedRequest = { key: string; caller: string; method: string; path: string; params: Form };

export type Claim = {
  /** The answer that was given before, if there is one: it is to be given again. */
  earlier: StoredAnswer | undefined;
  /** Keeps the answer for later requests with this key, in the step that the answer tells of. */
  remember(tx: Transaction, answer: { status: number; body: unknown }): void;
  /** Lets the next request with this key in. */
  release(): void;
};

export type Idempotency = { claim(request: KeyedRequest): Claim };

/**
 * Makes POST requests safe to repeat. `secret` keys the hash by which a repeated request is known, so that the card number in it can
 * neither be read nor guessed from what is stored.
 */
export function createIdempotency(deps: { store: Pick<Store, 'get'>; now: () => Date; secret: string }): Idempotency {
  const underWay = new Set<string>();

  /** Takes the key for one request. Throws a 400 when it was used for another one, and a 409 while the same one is under way. */
  function claim(request: KeyedRequest): Claim {
    const { key } = request;
    if (key.length > MAX_KEY_LENGTH) throw invalidRequest({ message: `An idempotency key has at most ${MAX_KEY_LENGTH} characters.` });
    const id = `${request.caller}:${key}`;
    const fingerprint = fingerprintOf(deps.secret, request);
    const now = deps.now().getTime();
    if (underWay.has(id)) throw keyInUse(`Another request with the Idempotent Key ${key} is still in progress. Try again later.`);
    const stored = deps.store.get('answers', id);
    const earlier = stored && stored.expiresAt > now ? stored : undefined;
    if (earlier && earlier.fingerprint !== fingerprint) {
      throw keyReused(
        `Keys for idempotent requests can only be used with the same endpoint and parameters they were first used with, and '${key}' was used otherwise.`,
      );
    }
    underWay.add(id);
    return {
      earlier,
      remember: (tx, answer) => tx.put('answers', { id, fingerprint, ...answer, expiresAt: now + KEY_LIFE_MS }),
      release: () => underWay.delete(id),
    };
  }

  return { claim };
}

function fingerprintOf(secret: string, request: KeyedRequest): string {
  const content = JSON.stringify([request.method, request.path, sorted(request.params)]);
  return createHmac('sha256', secret).update(content).digest('base64url');
}

/** The same parameters in another order are the same request. */
function sorted(value: FormValue): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.keys(value)
    .sort()
    .map((name) => [name, sorted(value[name] ?? '')]);
}
