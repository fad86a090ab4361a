import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventCatalogue, personalData, subscriptions } from '@stagereel/contracts';
import { z } from 'zod';
import { ROOT } from '../run-command.ts';

const SERVERS = join(ROOT, 'docker/servers');
const printedBy = (shell: string, script: string): string => execFileSync(shell, [join(SERVERS, script), 'print'], { encoding: 'utf8' });

const pattern = z.string().transform((text) => new RegExp(text));
const definitions = z
  .object({
    permissions: z.array(z.object({ user: z.string(), configure: pattern, write: pattern, read: pattern })),
    topic_permissions: z.array(z.object({ user: z.string(), exchange: z.literal('stagereel.events'), read: pattern })),
  })
  .parse(JSON.parse(printedBy('bash', 'rabbitmq.sh')));

const redisUsers = printedBy('sh', 'redis.sh');
const redisKeys = new Map(
  [...redisUsers.matchAll(/^user stagereel-(\w+) on > -@all (.*)$/gm)].map(([, user = '', rights = '']) => [
    user,
    rights.split(' ').filter((each) => !each.startsWith('+')),
  ]),
);
const redisCommands = [...new Set(redisUsers.match(/\+\w+/g))];
const mongoScript = readFileSync(join(SERVERS, 'mongodb-users.js'), 'utf8');
const databases: string[] = JSON.parse((/of (\[.*?\])/.exec(mongoScript)?.[1] ?? '[]').replaceAll("'", '"'));

const DOCUMENT = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
const documented = Object.fromEntries(
  [...DOCUMENT.matchAll(/^\| `stagereel-(\w+)` +\|(.*)\|$/gm)].map(([, service = '', cells = '']) => [
    service,
    cells.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)),
  ]),
);

const queuesOf = (service: string): string[] => {
  const names = Object.entries(subscriptions).filter(([name]) => name === service);
  return names.flatMap(([name, queues]) =>
    Object.keys(queues).flatMap((queue) => ['', '.dead', '.retry.10000ms'].map((end) => `stagereel.${name}.${queue}${end}`)),
  );
};
const allQueues = Object.keys(subscriptions).flatMap(queuesOf);

test.each(Object.entries(subscriptions))(
  'when %s uses RabbitMQ, then its rights are those that its subscriptions need',
  (service, queues) => {
    const user = `stagereel-${service}`;
    const permission = definitions.permissions.find((each) => each.user === user);
    const topics = definitions.topic_permissions.find((each) => each.user === user);
    if (!permission || !topics) throw new Error(`${user} has no permissions`);
    const allowed = (right: RegExp) => allQueues.filter((name) => right.test(name));
    expect(allowed(permission.configure)).toEqual(queuesOf(service));
    expect(allowed(permission.write)).toEqual(queuesOf(service));
    const readable = allQueues.filter((name) => queuesOf(service).includes(name) || (service === 'identity' && name.endsWith('.dead')));
    expect(allowed(permission.read)).toEqual(readable);
    expect(['amq.default', 'stagereel.events', 'amq.topic', 'stagereel.eventsX'].map((name) => permission.write.test(name))).toEqual([
      ...[true, true, false, false],
    ]);
    const events = eventCatalogue.flatMap(({ type }) => (topics.read.test(type) ? [type] : []));
    expect(events.sort()).toEqual([...new Set(Object.values<readonly string[]>(queues).flat())].sort());
    expect(topics.read.test('#')).toBe(false);
  },
);

test('when a service stores data about people in Redis, then its user may use these keys, and no other user may change them', () => {
  const places = personalData
    .filter(({ store }) => store === 'redis')
    .map(({ service, place }) => ({ service, key: `stagereel:${place}` }));
  expect(places.length).toBeGreaterThan(0);
  const mayWrite = (service: string, key: string): boolean =>
    (redisKeys.get(service) ?? []).some(
      (keys) => keys.startsWith('~') && key.startsWith(keys.slice(1).replace(/\*$/, '').replace(/:$/, '')),
    );
  const writers = places.map(({ service, key }) => ({
    service,
    key,
    writers: [...redisKeys.keys()].filter((each) => mayWrite(each, key)),
  }));
  expect(writers).toEqual(places.map(({ service, key }) => ({ service, key, writers: [service] })));
});

test('when an operator sets up servers of their own, then docs/configuration.md names the rights that docker/servers gives', () => {
  expect(Object.keys(documented).sort()).toEqual(['gateway', ...Object.keys(subscriptions)].sort());
  for (const [service, [mongodb, redis, rabbitmq]] of Object.entries(documented)) {
    expect({ service, mongodb }).toEqual({ service, mongodb: databases.includes(service) ? [`stagereel-${service}`] : [] });
    expect({ service, redis }).toEqual({ service, redis: redisKeys.get(service) ?? [] });
    const readable = allQueues.filter((name) =>
      definitions.permissions.some((each) => each.user === `stagereel-${service}` && each.read.test(name)),
    );
    const patterns = (rabbitmq ?? []).map((text) => new RegExp(`^${text.replaceAll('.', '[.]').replace('*', '.*')}$`));
    expect({ service, readable }).toEqual({ service, readable: allQueues.filter((name) => patterns.some((each) => each.test(name))) });
  }
  const [, commands = ''] = /same commands: `-@all ([^`]+)`/.exec(DOCUMENT) ?? [];
  expect(commands.split(/\s+/)).toEqual(redisCommands);
});
