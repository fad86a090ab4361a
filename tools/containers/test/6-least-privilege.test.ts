import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { command, compose, containerOf, eventually, runBeside, runInside, settingOf, variableOf } from '../src/compose.ts';
import { buy, openShop, publishContest } from '../src/shop.ts';

const SERVICES = ['catalog', 'orders', 'media', 'notify', 'identity'];
const WITH_REDIS = ['gateway', 'catalog', 'orders', 'media', 'identity'];
const SERVERS = ['mongodb', 'redis', 'rabbitmq'];

/** Code that tells of named attempts whether they succeeded, as a line of JSON. */
const tellOutcomes = `
  const outcomes = {};
  const attempt = async (name, run) => {
    outcomes[name] = await run().then(() => 'ok', (error) => /NOPERM|ACCESS_REFUSED|not authorized/.test(error.message) ? 'refused' : error.message);
  };
  const tell = () => { console.log(JSON.stringify(outcomes)); process.exit(0); };`;
const outcomesOf = async (network: string, code: string): Promise<Record<string, string>> =>
  z.record(z.string(), z.string()).parse(JSON.parse(await runBeside(network, `${tellOutcomes}\n${code}\ntell();`)));
/** Of names, those with this outcome. */
const expected = (names: readonly string[], outcome: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, outcome]));

/** What Redis has refused since the last reset, as the user and the command or key. */
const refusedByRedis = (code = ''): Promise<string> =>
  runBeside(
    'cache',
    `import { Redis } from 'ioredis';
     const redis = new Redis('redis://:${settingOf('REDIS_PASSWORD')}@redis:6379');
     ${code}
     for (const each of await redis.acl('LOG')) console.log(each[each.indexOf('username') + 1], each[each.indexOf('object') + 1]);
     process.exit(0);`,
  );

test('when a customer buys and an admin works, then no server refuses anything', async () => {
  const started = new Date().toISOString();
  await refusedByRedis("await redis.acl('LOG', 'RESET');");
  const shop = await openShop();
  const item = await publishContest(shop, '最小権限の大会');
  expect(await buy(shop, { item, email: 'rights@example.jp' })).not.toBe('');
  expect(await refusedByRedis()).toBe('');
  expect(await command('docker', 'logs', '--since', started, await containerOf('rabbitmq'))).not.toMatch(/access_refused/i);
});

test.each(SERVICES)('when %s uses its MongoDB user, then it can use no other database', async (service) => {
  const url = await variableOf(service, 'MONGODB_URL');
  const others = ['admin', ...SERVICES.filter((each) => each !== service).map((each) => `stagereel-${each}`)];
  const outcomes = await outcomesOf(
    'data',
    `import mongodb from 'mongodb';
     const client = new mongodb.MongoClient(${JSON.stringify(url)});
     const probe = (database) => client.db(database).collection('probes');
     await attempt('own', () => probe('stagereel-${service}').insertOne({}).then(() => probe('stagereel-${service}').drop()));
     for (const name of ${JSON.stringify(others)}) {
       await attempt('read ' + name, () => probe(name).findOne());
       await attempt('write ' + name, () => probe(name).insertOne({}));
     }
     await attempt('create a user', () => client.db('admin').command({ createUser: 'probe', pwd: 'probe', roles: ['root'] }));`,
  );
  const refused = ['create a user', ...others.flatMap((name) => [`read ${name}`, `write ${name}`])];
  expect(outcomes).toEqual({ own: 'ok', ...expected(refused, 'refused') });
});

/** A key of each service that no other service may write. Catalog and media write none. */
const OWN_KEYS: Record<string, string> = { gateway: 'gateway-limit:probe', orders: 'payments:probe', identity: 'session:probe' };

test.each(WITH_REDIS)('when %s uses its Redis user, then it can neither read, change nor list the keys of others', async (service) => {
  const url = await variableOf(service, 'REDIS_URL');
  const own = OWN_KEYS[service];
  const foreign = Object.values(OWN_KEYS).filter((key) => key !== own);
  const outcomes = await outcomesOf(
    'cache',
    `import { Redis } from 'ioredis';
     const redis = new Redis(${JSON.stringify(url)}, { keyPrefix: 'stagereel:' });
     ${own === undefined ? '' : `await attempt('own', () => redis.set('${own}', '1', 'EX', 1));`}
     for (const key of ${JSON.stringify(foreign)}) {
       await attempt('get ' + key, () => redis.get(key));
       await attempt('set ' + key, () => redis.set(key, '1'));
     }
     await attempt('list', () => redis.scan('0'));
     await attempt('flush', () => redis.flushall());
     await attempt('configure', () => redis.config('GET', '*'));`,
  );
  // Every service that has routes for admins reads sessions.
  const readable = foreign.filter((key) => key === OWN_KEYS.identity && service !== 'gateway');
  const unreadable = foreign.filter((key) => !readable.includes(key));
  const read = {
    ...expected(
      readable.map((key) => `get ${key}`),
      'ok',
    ),
    ...expected(
      unreadable.map((key) => `get ${key}`),
      'refused',
    ),
  };
  const refused = [...foreign.map((key) => `set ${key}`), 'list', 'flush', 'configure'];
  expect(outcomes).toEqual({ ...(own !== undefined && { own: 'ok' }), ...read, ...expected(refused, 'refused') });
});

/** A queue of each service, and an event that it receives. */
const OWN_QUEUES = {
  catalog: ['covers', 'cover.changed'],
  orders: ['mails', 'mail.sent'],
  media: ['contests', 'contest.deleted'],
  notify: ['codes', 'code.requested'],
  identity: ['audit', 'admin.acted'],
} as const;

test.each(Object.entries(OWN_QUEUES))(
  'when %s uses its RabbitMQ user, then it can read no event of others',
  async (service, [queue, event]) => {
    const url = await variableOf(service, 'RABBITMQ_URL');
    const others = Object.entries(OWN_QUEUES).flatMap(([name, [each, type]]) =>
      name === service ? [] : [{ queue: `${name}.${each}`, type }],
    );
    const outcomes = await outcomesOf(
      'data',
      `import amqplib from 'amqplib';
     const connection = await amqplib.connect(${JSON.stringify(url)});
     const use = async (name, run) => {
       const channel = await connection.createChannel();
       channel.on('error', () => undefined);
       await attempt(name, async () => { await run(channel); await channel.close(); });
     };
     const own = 'stagereel.${service}.probe';
     await use('own', async (channel) => {
       await channel.checkQueue('stagereel.${service}.${queue}');
       await channel.assertQueue(own, { durable: true });
       await channel.bindQueue(own, 'stagereel.events', '${event}');
     });
     for (const { queue, type } of ${JSON.stringify(others)}) {
       await use('read ' + queue, (channel) => channel.get('stagereel.' + queue));
       await use('delete ' + queue, (channel) => channel.deleteQueue('stagereel.' + queue));
       await use('subscribe to ' + type, (channel) => channel.bindQueue(own, 'stagereel.events', type));
       await use('read dead ' + queue, async (channel) => { await channel.get('stagereel.' + queue + '.dead'); });
     }
     await use('subscribe to all', (channel) => channel.bindQueue(own, 'stagereel.events', '#'));
     await use('delete the exchange', (channel) => channel.deleteExchange('stagereel.events'));
     await use('remove', (channel) => channel.deleteQueue(own));`,
    );
    const refused = ['subscribe to all', 'delete the exchange'];
    for (const { queue: name, type } of others) refused.push(`read ${name}`, `delete ${name}`, `subscribe to ${type}`);
    // The back office, a part of identity, shows and replays the dead letters of all services.
    const dead = expected(
      others.map((other) => `read dead ${other.queue}`),
      service === 'identity' ? 'ok' : 'refused',
    );
    expect(outcomes).toEqual({ own: 'ok', remove: 'ok', ...dead, ...expected(refused, 'refused') });
  },
);

test('when the gateway looks for MongoDB and RabbitMQ, then it has no credentials, no names and no way to them', async () => {
  const addresses = await Promise.all(
    ['mongodb', 'rabbitmq'].map(async (name) =>
      (
        await command('docker', 'inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', await containerOf(name))
      ).trim(),
    ),
  );
  const [mongodb = '', rabbitmq = ''] = addresses;
  expect(addresses).toEqual([expect.stringMatching(/^[\d.]+$/), expect.stringMatching(/^[\d.]+$/)]);
  const told = await runInside(
    await containerOf('gateway'),
    `import { connect } from 'node:net';
     const reach = (host, port) => new Promise((resolve) => {
       const socket = connect({ host, port, timeout: 3000 }).on('connect', () => resolve('reached')).on('error', ({ code }) => resolve(code))
         .on('timeout', () => { socket.destroy(); resolve('timeout'); });
     });
     const variables = Object.keys(process.env).filter((name) => /MONGODB|RABBITMQ/.test(name));
     const targets = [['redis', 6379], ['mongodb', 27017], ['rabbitmq', 5672], ['${mongodb}', 27017], ['${rabbitmq}', 5672]];
     const reached = [];
     for (const [host, port] of targets) if (await reach(host, port) === 'reached') reached.push(host);
     console.log(JSON.stringify({ variables, reached }));
     process.exit(0);`,
  );
  expect(JSON.parse(told)).toEqual({ variables: [], reached: ['redis'] });
}, 30_000);

test('when a server runs, then its processes have no capabilities and no password among their arguments', async () => {
  for (const server of SERVERS) {
    const container = await containerOf(server);
    expect(await command('docker', 'inspect', '--format', '{{.HostConfig.CapDrop}}', container)).toContain('ALL');
    expect(await command('docker', 'exec', container, 'grep', 'CapEff', '/proc/1/status')).toMatch(/0{16}$/m);
    const secrets = SERVERS.map((each) => settingOf(`${each.toUpperCase()}_PASSWORD`));
    const [kind, ...rest] = z
      .array(z.string())
      .parse(JSON.parse(await command('docker', 'inspect', '--format', '{{json .Config.Healthcheck.Test}}', container)));
    let isRunning = true;
    // Without its pause after a success.
    const checkNow = rest.map((part) => part.replace(/^.* sleep \d+\n/, ''));
    const check = command('docker', 'exec', container, ...(kind === 'CMD' ? [] : ['sh', '-c']), ...checkNow).finally(() => {
      isRunning = false;
    });
    let looks = 0;
    while (isRunning) {
      const processes = await command('docker', 'top', container, '-eo', 'pid,args');
      expect(secrets.filter((secret) => processes.includes(secret))).toEqual([]);
      looks += 1;
    }
    await check;
    expect(looks).toBeGreaterThan(0);
  }
});

test('when a consumer has never started, then its events wait in the outbox of their service until it has', async () => {
  const shop = await openShop();
  const admin = await shop.signedInAdmin();
  const { id } = await admin.createContest({ name: '待ち行列のない大会' });
  await compose('stop', 'media');
  const queue = 'stagereel.media.contests';
  await runBeside(
    'data',
    `import amqplib from 'amqplib';
     const connection = await amqplib.connect('amqp://stagereel:${settingOf('RABBITMQ_PASSWORD')}@rabbitmq:5672');
     const channel = await connection.createChannel();
     for (const name of ['${queue}', '${queue}.dead']) await channel.deleteQueue(name);
     await connection.close();`,
  );
  await compose('restart', 'catalog');
  const catalog = await containerOf('catalog');
  const waiting = async (): Promise<number> => {
    const metrics = await runInside(catalog, "console.log(await (await fetch('http://127.0.0.1:9090/metrics')).text())");
    const counts = [...metrics.matchAll(/^outbox_events\{[^}]*\} (\d+)$/gm)].map(([, count]) => Number(count));
    if (counts.length === 0) throw new Error('No figures of the outbox yet');
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await eventually(async () => (await waiting()) === 0);
  await eventually(() => admin.call({ method: 'DELETE', path: `/api/contests/${id}` }).then(() => true));
  await eventually(async () => (await command('docker', 'logs', catalog)).includes(`media has not declared ${queue} yet`));
  expect(await waiting()).toBeGreaterThan(0);
  await compose('start', 'media');
  await eventually(async () => (await waiting()) === 0);
}, 180_000);
