import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { command, compose, envFile, runBeside, settingOf, variableOf } from '../src/compose.ts';
import { buy, openShop, publishContest } from '../src/shop.ts';

const SERVICES = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'];
const SERVERS = ['mongodb', 'redis', 'rabbitmq'];

const applySettings = async (settings: string): Promise<void> => {
  await writeFile(envFile(), settings);
  await compose('up', '--detach', '--no-build', '--wait');
};

test('when the users are created again, or an operator changes passwords, then the shop sells and the old ones are refused', async () => {
  await compose('run', '--rm', 'mongodb-users');
  const names = SERVERS.map((server) => `${server.toUpperCase()}_PASSWORD_CATALOG`);
  const before = await variableOf('catalog', 'MONGODB_URL');
  const changed = names.map((name) => `${name}='changed${settingOf(name).slice(0, 32)}'`);
  const original = await readFile(envFile(), 'utf8');
  await applySettings(`${original}\n${changed.join('\n')}\n`);
  const signIn = (url: string): Promise<string> =>
    runBeside(
      'data',
      `import mongodb from 'mongodb';
       const client = new mongodb.MongoClient(${JSON.stringify(url)});
       console.log(await client.db('stagereel-catalog').collection('contests').findOne().then(() => 'ok', ({ codeName, message }) => codeName ?? message));
       process.exit(0);`,
    );
  expect((await signIn(await variableOf('catalog', 'MONGODB_URL'))).trim()).toBe('ok');
  expect((await signIn(before)).trim()).toMatch(/AuthenticationFailed|Authentication failed/);
  const shop = await openShop();
  const item = await publishContest(shop, '合言葉を変えた大会');
  expect(await buy(shop, { item, email: 'changed@example.jp' })).not.toBe('');
  await applySettings(original);
}, 300_000);

/** The documented commands that move secrets into files, without the last one, which starts the containers. */
const readCommands = async (): Promise<string> => {
  const text = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const [, commands = ''] = /### Secrets in files[\s\S]*?```bash\n([\s\S]*?)docker compose up -d\n```/.exec(text) ?? [];
  // With the card simulator, they stay in .env.
  return commands.replace('STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET', '');
};

test('when an operator moves the secrets into files as documented, then the shop sells, and no environment of a container has them', async () => {
  const original = await readFile(envFile(), 'utf8');
  const folder = await mkdtemp(join(dirname(envFile()), 'files-'));
  await writeFile(join(folder, '.env'), original);
  await command('bash', '-c', `cd ${folder}\n${await readCommands()}`);
  const changed = await readFile(join(folder, '.env'), 'utf8');
  const secrets = [...changed.matchAll(/^(\w+)_FILE='\.\/secrets\//gm)].map(([, name = '']) => settingOf(name));
  expect(secrets.length).toBeGreaterThan(9);
  try {
    // Compose reads relative paths from the folder of docker-compose.yml.
    await applySettings(changed.replaceAll("'./secrets/", `'${folder}/secrets/`));
    const shop = await openShop();
    const item = await publishContest(shop, '秘密をファイルに移した大会');
    expect(await buy(shop, { item, email: 'files@example.jp' })).not.toBe('');
    const ids = (await compose('ps', '--quiet', ...SERVICES)).trim().split('\n');
    const environments = await command('docker', 'inspect', '--format', '{{json .Config.Env}}', ...ids);
    expect(secrets.filter((secret) => environments.includes(secret))).toEqual([]);
  } finally {
    await applySettings(original);
  }
}, 300_000);

test('when the address of an external server is set, then the included one is not part of the shop', async () => {
  const servicesWith = async (setting: string, ...options: string[]): Promise<string[]> => {
    const file = envFile('own');
    await writeFile(file, `${await readFile(envFile(), 'utf8')}\n${setting}\n`);
    return (await command('docker', 'compose', '--env-file', file, ...options, 'config', '--services')).split('\n');
  };
  expect(await servicesWith('')).toEqual(expect.arrayContaining([...SERVERS, 'mongodb-users']));
  // It replaces the profiles of the file.
  expect(await servicesWith('', '--profile', 'tls')).toEqual(expect.arrayContaining([...SERVERS, 'mongodb-users', 'proxy']));
  expect(await servicesWith("REDIS_URL='rediss://cache.example.jp:6379'", '--profile', 'tls')).not.toContain('redis');
  expect(await servicesWith("REDIS_URL='rediss://cache.example.jp:6379'")).not.toContain('redis');
  expect(await servicesWith("RABBITMQ_URL_ORDERS='amqps://orders@broker.example.jp'")).not.toContain('rabbitmq');
  const withoutMongo = await servicesWith("MONGODB_URL_ORDERS='mongodb+srv://orders@db.example.jp'");
  expect(withoutMongo).toEqual(expect.arrayContaining(['orders', 'redis', 'rabbitmq']));
  expect(withoutMongo.filter((name) => name.startsWith('mongodb'))).toEqual([]);
});
