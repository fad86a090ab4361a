import { invalidRequest } from './api-error.ts';

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

const MAX_PAIRS = 1000;
const MAX_DEPTH = 6;
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads Stripe's form encoding, in which brackets nest (`card[number]`) and `list[0]` or `list[]` makes a list.
 * Throws a 400 `ApiError` for invalid or contradictory names.
 */
export function parseForm(text: string): Form {
  const form: Form = {};
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1;
    if (pairs > MAX_PAIRS) throw invalidRequest({ message: `A request may hold at most ${MAX_PAIRS} parameters.` });
    assign({ form, segments: segmentsOf(name), value, name });
  }
  return withLists(form) as Form;
}

function segmentsOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw invalidRequest({ message: `Invalid parameter name: ${name}`, param: name });
  const segments = [match[1] ?? '', ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((bracket) => bracket[1] ?? '')];
  const isInvalid = segments.length > MAX_DEPTH || segments.some((segment) => FORBIDDEN_NAMES.has(segment));
  if (isInvalid) throw invalidRequest({ message: `Invalid parameter name: ${name}`, param: name });
  return segments;
}

function assign(input: { form: Form; segments: string[]; value: string; name: string }): void {
  const last = input.segments.length - 1;
  let node = input.form;
  for (const [depth, segment] of input.segments.entries()) {
    const name = segment === '' ? String(Object.keys(node).length) : segment;
    const existing = node[name];
    const isClash = existing !== undefined && (typeof existing === 'string') !== (depth === last);
    if (isClash) throw invalidRequest({ message: `Parameter ${input.name} is given both as a value and as a list.`, param: input.name });
    if (depth === last) {
      node[name] = input.value;
      return;
    }
    node[name] = existing ?? {};
    node = node[name] as Form;
  }
}

/** Turns objects with the names 0, 1, 2… into lists, except at the top level, where no parameter has such a name. */
function withLists(value: FormValue, isRoot = true): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner, false)] as const);
  const isList = !isRoot && entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
