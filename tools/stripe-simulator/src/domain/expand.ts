import type { TableName, Transaction } from '../store.ts';
import { invalidRequest } from './api-error.ts';

const tableByPrefix: Record<string, TableName> = {
  ch: 'charges',
  du: 'disputes',
  pi: 'payment_intents',
  pm: 'payment_methods',
  re: 'refunds',
};

const MAX_DEPTH = 4;

/**
 * Replaces the ids at `paths`, such as `latest_charge` or `data.latest_charge`, by their objects.
 * Throws a 400 for a path that cannot be expanded. https://docs.stripe.com/expand
 */
export function expand(deps: { tx: Pick<Transaction, 'get'> }, input: { body: unknown; paths: string[] }): unknown {
  return input.paths.reduce((body, path) => {
    const segments = path.split('.');
    if (segments.length > MAX_DEPTH) {
      throw invalidRequest({ param: 'expand', message: `You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).` });
    }
    return follow(deps, { value: body, segments, path });
  }, input.body);
}

function follow(deps: { tx: Pick<Transaction, 'get'> }, input: { value: unknown; segments: string[]; path: string }): unknown {
  const { value, path } = input;
  const [head, ...rest] = input.segments;
  if (head === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => follow(deps, { ...input, value: item }));
  const owner = value as Record<string, unknown>;
  const next = owner[head];
  const target = typeof next === 'string' ? findById(deps, next) : next;
  const isExpandable = target === null || typeof target === 'object';
  if (!isExpandable) throw invalidRequest({ param: 'expand', message: `This property cannot be expanded (${path}).` });
  return { ...owner, [head]: follow(deps, { value: target, segments: rest, path }) };
}

function findById(deps: { tx: Pick<Transaction, 'get'> }, id: string): unknown {
  const table = tableByPrefix[id.split('_')[0] ?? ''];
  return table && deps.tx.get(table, id);
}
