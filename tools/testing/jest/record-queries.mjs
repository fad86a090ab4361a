import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';

/** Queries of services only: the connections of tests have no `appName`. */
const isOfService = (client) => Boolean(client.options.appName);

/** Values do not matter for an index, except null, booleans and the members of `$or` and `$and`. */
const shapeOf = (value, parent) => {
  if (value === null || value === undefined) return null;
  if (parent === '$in' || parent === '$nin' || parent === '$all') return value.includes(null) ? 'list with null' : 'list';
  if (Array.isArray(value)) return parent === '$or' || parent === '$and' ? value.map((each) => shapeOf(each)) : 'value';
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value instanceof RegExp) return 'value';
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return 'value';
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each, key)]));
};

/** The driver sends sorts and keys of indexes as maps. */
const pairsOf = (keys) => [...(keys instanceof Map ? keys : Object.entries(keys ?? {}))];
const query = (filter, more = {}) => ({ filter: shapeOf(filter ?? {}), sort: pairsOf(more.sort), isLimited: more.limit > 0 });

/** The names of the commands that search, and what they search for. */
const queriesOf = {
  find: ({ filter, sort, limit }) => [query(filter, { sort, limit })],
  findAndModify: ({ query: filter, sort }) => [query(filter, { sort, limit: 1 })],
  update: ({ updates }) => updates.map(({ q, multi }) => query(q, { limit: multi ? 0 : 1 })),
  delete: ({ deletes }) => deletes.map(({ q, limit }) => query(q, { limit })),
  count: ({ query: filter, limit }) => [query(filter, { limit })],
  distinct: ({ query: filter, key }) => [{ ...query(filter), distinct: key }],
  aggregate: ({ pipeline: [first, second, third] }) => [
    query(first?.$match, { sort: second?.$sort, limit: second?.$limit ?? third?.$limit ?? 0 }),
  ],
};

const recordsOf = (name, command) => {
  const collection = command[name];
  if (name === 'createIndexes')
    return command.indexes.map(({ key, unique, sparse, expireAfterSeconds }) => ({
      collection,
      index: pairsOf(key),
      unique,
      sparse,
      expires: expireAfterSeconds !== undefined,
    }));
  return (queriesOf[name]?.(command) ?? []).map((found) => ({ collection, command: name, ...found }));
};

/**
 * Writes the shapes of all queries that services send, and of the indexes that they declare, to a file of this process in the folder: each once,
 * one JSON object a line. Commands are only visible if `monitorCommands` is in the URL of the database.
 */
export const recordQueries = (folder) => {
  const known = new Set();
  const file = join(folder, `queries-${process.pid}.jsonl`);
  const record = ({ commandName, command }) => {
    for (const found of recordsOf(commandName, command)) {
      const line = JSON.stringify(found);
      if (known.has(line)) continue;
      known.add(line);
      appendFileSync(file, `${line}\n`);
    }
  };
  mongoose.events.on('createConnection', (connection) =>
    connection.once('connected', () => {
      const client = connection.getClient();
      if (isOfService(client)) client.on('commandStarted', record);
    }),
  );
};
