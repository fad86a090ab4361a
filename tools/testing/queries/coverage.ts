/** What `tools/testing/jest/record-queries.mjs` writes. */
export type Shape = null | boolean | string | Shape[] | { [key: string]: Shape };
export type Filter = Record<string, Shape>;
export type Keys = readonly (readonly [field: string, direction: number])[];
export type Query = { collection: string; command: string; filter: Filter; sort: Keys; isLimited: boolean; distinct?: string };
export type Index = { collection: string; index: Keys; unique?: boolean; sparse?: boolean; expires?: boolean };

/** What is known about the data, which a shape cannot say. Fields are written `collection field`. */
export type Knowledge = {
  /** Collections that stay small: their queries need no index. */
  small: Readonly<Record<string, string>>;
  /** One value of this field selects few documents, so neither its other conditions nor the order need an index. */
  few: Readonly<Record<string, string>>;
  /** One value of this field selects a large part of the collection, so it does not bound a query. */
  many: readonly string[];
  /** Queries without a fitting index, as `describeQuery` writes them. */
  exceptions: Readonly<Record<string, string>>;
  /** Indexes that no query needs, as `describeIndex` writes them. */
  idle: Readonly<Record<string, string>>;
};

/**
 * The fields, grouped by how an index can serve their conditions. Negations are in no group: an index does not help with them. `orNull`: equal, but only for
 * an index that also knows the documents without the field.
 */
type Conditions = Record<'equal' | 'orNull' | 'range' | 'present', ReadonlySet<string>>;

const kindOf = (operator: string, shape: Shape): keyof Conditions | undefined => {
  if (shape === 'list with null') return 'orNull';
  if (operator === '$eq' || operator === '$in' || operator === '$all') return shape === null ? undefined : 'equal';
  if (['$gt', '$gte', '$lt', '$lte'].includes(operator)) return 'range';
  return operator === '$exists' && shape === true ? 'present' : undefined;
};

const isObject = (shape: Shape): shape is { [key: string]: Shape } => typeof shape === 'object' && shape !== null && !Array.isArray(shape);

type Found = readonly [field: string, kind: keyof Conditions];

const conditionsOf = (field: string, shape: Shape): Found[] => {
  if (!isObject(shape)) return shape === null ? [] : [[field, 'equal']];
  return Object.entries(shape).flatMap(([operator, value]): Found[] => {
    if (operator === '$elemMatch' && isObject(value)) {
      return Object.entries(value).flatMap(([inner, condition]) => conditionsOf(`${field}.${inner}`, condition));
    }
    const kind = kindOf(operator, value);
    return kind ? [[field, kind]] : [];
  });
};

type Parts = { found: Found[]; alternatives: Filter[][] };

const partsOf = (filter: Filter): Parts => {
  const found: Found[] = [];
  const alternatives: Filter[][] = [];
  for (const [key, shape] of Object.entries(filter)) {
    const members = Array.isArray(shape) ? shape.filter(isObject) : [];
    if (key === '$or') alternatives.push(members);
    else if (key === '$and') {
      for (const member of members) {
        const inner = partsOf(member);
        found.push(...inner.found);
        alternatives.push(...inner.alternatives);
      }
    } else found.push(...conditionsOf(key, shape));
  }
  return { found, alternatives };
};

const groupByKind = (found: readonly Found[]): Conditions => {
  const fieldsOf = (wanted: keyof Conditions) => new Set(found.flatMap(([field, kind]) => (kind === wanted ? [field] : [])));
  return { equal: fieldsOf('equal'), orNull: fieldsOf('orNull'), range: fieldsOf('range'), present: fieldsOf('present') };
};

const ID: Keys = [['_id', 1]];

/** The position after the keys of the index that give the wanted order, beginning at `at`; undefined if they give another one. */
const sortedUntil = ({ keys, sort, equal, at }: { keys: Keys; sort: Keys; equal: ReadonlySet<string>; at: number }): number | undefined => {
  let next = at;
  let turn: number | undefined;
  for (const [field, direction] of sort.filter(([name]) => !equal.has(name))) {
    while (keys[next] && equal.has(keys[next]?.[0] ?? '')) next += 1;
    const [name, stored = 0] = keys[next] ?? [];
    if (name !== field || (turn !== undefined && turn !== stored * direction)) return undefined;
    turn = stored * direction;
    next += 1;
  }
  return next;
};

const keysOf = (keys: Keys): string => keys.map(([field, direction]) => `${field} ${direction}`).join(', ');
export const describeIndex = ({ collection, index }: Index): string => `${collection} (${keysOf(index)})`;
export const describeQuery = ({ collection, command, filter, sort, isLimited, distinct }: Query): string =>
  [
    `${collection} ${command} ${JSON.stringify(filter).replaceAll('"', '')}`,
    ...(distinct === undefined ? [] : [`distinct ${distinct}`]),
    ...(sort.length > 0 ? [`sort ${keysOf(sort)}`] : []),
    ...(isLimited || command !== 'find' ? [] : ['without limit']),
  ].join(' ');

type Fit = { query: Query; conditions: Conditions; index: Index; knowledge: Knowledge };

/** Equal fields first, then the order, then one range: the rule for the keys of an index that serves all of a query. */
const fits = ({ query, conditions, index: { index: keys, sparse, unique }, knowledge }: Fit): boolean => {
  const { collection, sort, isLimited, distinct } = query;
  const { range, present } = conditions;
  const equal = sparse ? conditions.equal : new Set([...conditions.equal, ...conditions.orNull]);
  const isMany = (field: string): boolean => knowledge.many.includes(`${collection} ${field}`);
  const [first = ''] = keys[0] ?? [];
  // Reads one key of each value.
  if (distinct === first && equal.size + range.size === 0) return true;
  // A sparse index does not know the documents without its fields.
  if (sparse && !keys.some(([field]) => equal.has(field) || range.has(field) || present.has(field))) return false;
  if (unique && keys.every(([field]) => equal.has(field))) return true;
  if ((equal.has(first) || range.has(first) || (sparse && present.has(first))) && `${collection} ${first}` in knowledge.few) return true;

  const afterEqual = keys.findIndex(([field]) => !equal.has(field));
  const start = afterEqual === -1 ? keys.length : afterEqual;
  const afterSort = sortedUntil({ keys, sort, equal, at: start });
  if (afterSort === undefined) return false;
  const last = keys[afterSort]?.[0];
  const used = new Set([...keys.slice(0, afterSort).map(([field]) => field), ...(last !== undefined && range.has(last) ? [last] : [])]);
  const isNarrowed = [...equal, ...range].some((field) => used.has(field) && !isMany(field));
  // An excepted list is read as a whole, but in the order of an index.
  const isOrdered = sort.length > 0 && (isLimited || describeQuery(query) in knowledge.exceptions);
  const isBounded = isNarrowed || (sparse === true && present.has(first)) || isOrdered;
  const hasRange = range.size === 0 || [...range].some((field) => used.has(field));
  return isBounded && hasRange && [...equal].every((field) => used.has(field) || isMany(field));
};

type Cover = { query: Query; indexes: readonly Index[]; knowledge: Knowledge };

/** The indexes that serve the query; of an `$or`, those of its branches. It is not covered when a branch has none. */
const coverOf = ({ query, indexes, knowledge }: Cover): { isCovered: boolean; serving: Index[] } => {
  const { found, alternatives } = partsOf(query.filter);
  const byId: Index = { collection: query.collection, index: ID, unique: true };
  const fitting = (conditions: Conditions): Index[] =>
    [byId, ...indexes].filter((index) => index.collection === query.collection && fits({ query, conditions, index, knowledge }));
  const whole = fitting(groupByKind(found));
  if (whole.length > 0) return { isCovered: true, serving: whole };
  const covers = alternatives.map((branches) => branches.map((branch) => fitting(groupByKind([...found, ...partsOf(branch).found]))));
  return { isCovered: covers.some((branches) => branches.every((cover) => cover.length > 0)), serving: covers.flat(2) };
};

type Input = { queries: readonly Query[]; indexes: readonly Index[]; knowledge: Knowledge };

/**
 * `uncovered`: queries that no declared index serves. `unused`: indexes that no query needs and that are neither unique nor expire documents.
 * `outdated`: exceptions that no query needs any more.
 */
export const compareQueries = ({ queries, indexes, knowledge }: Input) => {
  const uncovered = new Set<string>();
  const excepted = new Set<string>();
  const used = new Set<string>();
  for (const query of queries) {
    const text = describeQuery(query);
    const { isCovered, serving } = coverOf({ query, indexes, knowledge });
    for (const index of serving) used.add(describeIndex(index));
    if (text in knowledge.exceptions) excepted.add(text);
    else if (!isCovered && !(query.collection in knowledge.small)) uncovered.add(text);
  }
  const isNeeded = (index: Index): boolean =>
    index.unique === true || index.expires === true || used.has(describeIndex(index)) || describeIndex(index) in knowledge.idle;
  return {
    uncovered: [...uncovered].sort(),
    unused: [...new Set(indexes.filter((index) => !isNeeded(index)).map(describeIndex))].sort(),
    outdated: Object.keys(knowledge.exceptions).filter((text) => !excepted.has(text)),
  };
};
