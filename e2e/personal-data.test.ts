// Covers: services/{identity,catalog,orders,media,notify,gateway}
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import * as contracts from '@stagereel/contracts';
import { DAY, dataCategories, type Period, personalData } from '@stagereel/contracts';
import { createErasures } from '@stagereel/service-kit';
import mongoose, { type Schema } from 'mongoose';
import { openStores as openCatalog } from '../services/catalog/src/models/open-stores.ts';
import { openStores as openIdentity } from '../services/identity/src/models/open-stores.ts';
import { findOrCreateSigningKey } from '../services/identity/src/models/signing-key.model.ts';
import { openStores as openMedia } from '../services/media/src/models/open-stores.ts';
import { openStores as openNotify } from '../services/notify/src/models/open-stores.ts';
import { connectSummaryModel } from '../services/orders/src/models/daily-summary.model.ts';
import { connectExportModel } from '../services/orders/src/models/export.model.ts';
import { connectLookupModel } from '../services/orders/src/models/lookup.model.ts';
import { connectOrderModel } from '../services/orders/src/models/order.model.ts';
import { connectSettingsModel } from '../services/orders/src/models/settings.model.ts';
import { notPersonal } from './support/not-personal.ts';

const services = ['identity', 'catalog', 'orders', 'media', 'notify', 'gateway'] as const;
const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string): string => readFileSync(fromRoot(path), 'utf8');
const sourcesOf = (folder: string): string[] =>
  readdirSync(fromRoot(folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);

const constants = new Map<string, unknown>(Object.entries(contracts));
const secondsOf = (period: Period): number => Number(constants.get(period)) * (period.endsWith('_DAYS') ? DAY : 1);
const onEvents = () => undefined;

/** Opens the collections of every service without a server. */
const openModels = {
  identity: async (mongo: mongoose.Connection) => {
    await openIdentity({ mongo, onEvents });
    void findOrCreateSigningKey(mongo, () => '').catch(() => undefined);
  },
  catalog: (connection) => openCatalog({ connection, onEvents }),
  orders: async (mongo) => {
    for (const connectModel of [connectOrderModel, connectLookupModel, connectExportModel, connectSummaryModel, connectSettingsModel])
      await connectModel(mongo);
    createErasures(mongo);
  },
  media: async (mongo) => openMedia({ mongo, onEvents }),
  notify: (connection) => openNotify({ connection, onEvents }),
} satisfies Record<string, (mongo: mongoose.Connection) => Promise<unknown>>;

type Collection = { service: string; name: string; schema: Schema };
const collections: Collection[] = [];
const modelNames = new Set<string>();

beforeAll(async () => {
  // Without a server, no index can be created.
  const init = jest.spyOn(mongoose.Model, 'init').mockImplementation(() => Promise.resolve(undefined as never));
  for (const [service, open] of Object.entries(openModels)) {
    const mongo = mongoose.createConnection();
    mongo.set('bufferCommands', false);
    await open(mongo);
    for (const model of Object.values(mongo.models)) {
      collections.push({ service, name: model.collection.name, schema: model.schema });
      modelNames.add(model.modelName);
    }
  }
  init.mockRestore();
});
afterAll(() => Promise.all(mongoose.connections.map((connection) => connection.close())));

const rowsOf = ({ service, name }: Pick<Collection, 'service' | 'name'>) =>
  personalData.filter((row) => row.store === 'mongodb' && row.service === service && row.place === name);

/** The paths below which nothing is classified as a whole. */
const unclassified = ({ schema, isKnown }: { schema: Schema; isKnown: (path: string) => boolean }, parent = ''): string[] =>
  Object.entries(schema.paths).flatMap(([name, type]) => {
    const path = `${parent}${name}`;
    if (path.split('.').some((_, index, parts) => isKnown(parts.slice(0, index + 1).join('.')))) return [];
    return type.schema ? unclassified({ schema: type.schema, isKnown }, `${path}.`) : [path];
  });

/** Collections that service-kit opens in several services. */
const withoutModel = sourcesOf('packages/service-kit/src').flatMap((path) =>
  [...read(path).matchAll(/\.collection(?:<\w+>)?\('(\w+)'\)/g)].map(([, name]) => String(name)),
);

const OUTBOX = ['outbox', 'outboxDueAt', 'outboxClaim'];

describe('the table of personal data', () => {
  test('when a service declares a model, then this test knows its schema', () => {
    const declared = services
      .flatMap((service) => sourcesOf(`services/${service}/src`))
      .flatMap((path) => [...read(path).matchAll(/\.model(?:<[^(]*>)?\(\s*'(\w+)'/g)].map(([, name]) => String(name)));
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter((name) => !modelNames.has(name))).toEqual([]);
    expect(withoutModel.filter((name) => !personalData.some(({ place }) => place === name))).toEqual([]);
  });

  test('when a model has a field, then it is in the table, or known not to be personal', () => {
    const unknown = collections.flatMap(({ service, name, schema }) => {
      const known = [...rowsOf({ service, name }).flatMap(({ fields }) => fields), ...(notPersonal[`${service} ${name}`] ?? []), ...OUTBOX];
      if (known.includes('*')) return [];
      return unclassified({ schema, isKnown: (path) => known.includes(path) }).map((path) => `${service} ${name} ${path}`);
    });
    expect(unknown).toEqual([]);
  });

  test('when the table names a field, then the model has it', () => {
    const gone = collections.flatMap(({ service, name, schema }) =>
      [...rowsOf({ service, name }).flatMap(({ fields }) => fields), ...(notPersonal[`${service} ${name}`] ?? [])]
        .filter((path) => path !== '*' && schema.pathType(path) === 'adhocOrUndefined')
        .map((path) => `${service} ${name} ${path}`),
    );
    expect(gone).toEqual([]);
    const places = new Set([
      ...collections.map(({ service, name }) => `${service} ${name}`),
      ...services.flatMap((service) => withoutModel.map((name) => `${service} ${name}`)),
    ]);
    const inTable = personalData.filter(({ store, service }) => store === 'mongodb' && service !== 'every');
    expect(
      [...inTable.map(({ service, place }) => `${service} ${place}`), ...Object.keys(notPersonal)].filter((at) => !places.has(at)),
    ).toEqual([]);
  });

  test('when a collection deletes by itself, then the table names the same period', () => {
    for (const collection of collections) {
      const rows = rowsOf(collection);
      const limits = collection.schema.indexes().flatMap(([, { expireAfterSeconds }]) => expireAfterSeconds ?? []);
      for (const seconds of rows.length > 0 ? limits : []) {
        const periods = rows.flatMap(({ kept }) => ('for' in kept ? [secondsOf(kept.for)] : []));
        expect(periods).not.toEqual([]);
        // 0: the document has the time itself, and the row names the file that sets it.
        if (seconds > 0) expect(periods).toContain(seconds);
      }
    }
  });

  test('when a row names a period, then the file that carries it out uses that constant', () => {
    const differing = personalData.flatMap(({ service, place, kept, deletedBy }) => {
      if (deletedBy === null) return 'for' in kept ? [`${service} ${place}`] : [];
      const text = read(deletedBy);
      if (!('for' in kept)) return [];
      const named = deletedBy.endsWith('.md') ? `${secondsOf(kept.for) / DAY} days` : kept.for;
      return text.includes(named) ? [] : [`${service} ${place}: ${deletedBy} does not name ${named}`];
    });
    expect(differing).toEqual([]);
  });

  test('when a key is stored in Redis, then the table has it', () => {
    const prefixes = services
      .flatMap((service) => sourcesOf(`services/${service}/src`))
      .flatMap((path) => [...read(path).matchAll(/(?:keyPrefix: [`']|KEY_PREFIX = ')([\w-]+)|=> `([\w-]+):\$\{\w+\}`;/g)])
      .map(([, prefix, key]) => prefix ?? key);
    expect(prefixes).toEqual(expect.arrayContaining(['count', 'user-sessions', 'gateway-limit']));
    const places = personalData.filter(({ store }) => store === 'redis').map(({ place }) => place.replace(/:$/, ''));
    expect(prefixes.filter((prefix) => !places.includes(String(prefix)))).toEqual([]);
  });
});

describe('the periods that customers read', () => {
  test.each(Object.entries(dataCategories))(
    'when data belongs to %s, then it is kept no longer than the policy says',
    (category, { kept, keptAtMost }) => {
      const rows = personalData.filter((row) => row.category === category);
      expect(rows).not.toEqual([]);
      for (const row of rows) if ('for' in row.kept) expect(secondsOf(row.kept.for)).toBeLessThanOrEqual(keptAtMost ?? 0);
      if (keptAtMost !== null) expect(kept).toContain(`${keptAtMost / DAY}日`);
    },
  );
});
