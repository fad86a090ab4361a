import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, commonConfig, loadConfig, messagingConfig, mongoConfig, redisConfig, secret } from '../src/index.ts';
import { internalSettings } from '../src/testing/index.ts';

const shape = {
  ...commonConfig,
  SMTP_URL: z.url(),
  CODE_SECRET: secret('development-code-secret'),
};

describe('loadConfig', () => {
  test('when the environment is complete, then values have their types', () => {
    const config = loadConfig(shape, { SMTP_URL: 'smtp://127.0.0.1:1025', PORT: '8080', DRAIN_SECONDS: '0.5' });
    expect(config).toMatchObject({ PORT: 8080, DRAIN_SECONDS: 0.5, NODE_ENV: 'development' });
  });

  test('when variables are missing or wrong, then the error names each of them', () => {
    const load = () => loadConfig(shape, { PORT: 'many' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT.*SMTP_URL/);
  });

  test('when a variable is set but empty, then it counts as unset', () => {
    expect(loadConfig(shape, { SMTP_URL: 'smtp://127.0.0.1', LOG_LEVEL: '' }).LOG_LEVEL).toBe('info');
  });

  test.each([
    ['is missing', undefined],
    ['is the development default', 'development-code-secret'],
  ])('when a secret %s in production, the service refuses to start', (_, CODE_SECRET) => {
    const env = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail', ...internalSettings('a-token-of-its-own'), CODE_SECRET };
    expect(() => loadConfig(shape, env)).toThrow(/CODE_SECRET/);
    expect(() => loadConfig(shape, env)).not.toThrow(/INTERNAL_TOKEN/);
  });

  test('when every secret is set in production, then the configuration is accepted', () => {
    const env = {
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://mail',
      ...internalSettings('a-token-of-its-own'),
      CODE_SECRET: 'a-secret-of-its-own',
    };
    expect(loadConfig(shape, env).CODE_SECRET).toBe('a-secret-of-its-own');
  });
});

describe('INTERNAL_CALLERS', () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1' };
  const { INTERNAL_CALLERS } = internalSettings('a-token-of-its-own');

  test('when a caller occurs twice, then both of its tokens are valid', () => {
    const next = `orders=${'0'.repeat(64)}`;
    const callers = loadConfig(shape, { ...env, INTERNAL_CALLERS: `${INTERNAL_CALLERS}, ${next}` }).INTERNAL_CALLERS;
    expect(callers.filter(({ name }) => name === 'orders')).toHaveLength(2);
  });

  test.each([
    ['lacks a service', INTERNAL_CALLERS.replace(/,media=\w+/, ''), 'has no entry of media'],
    ['names an unknown service', `${INTERNAL_CALLERS},shop=${'0'.repeat(64)}`, 'must be a list of <service>=<SHA-256'],
    ['has a token instead of its hash', `${INTERNAL_CALLERS},orders=a-token-of-its-own`, 'must be a list of <service>=<SHA-256'],
  ])('when it %s, then the error names the setting and says so', (_, callers, reason) => {
    expect(() => loadConfig(shape, { ...env, INTERNAL_CALLERS: callers })).toThrow(`INTERNAL_CALLERS: ${reason}`);
  });

  test('when it is unset in production, then the service refuses to start', () => {
    const own = { ...env, NODE_ENV: 'production', INTERNAL_TOKEN: 'a-token-of-its-own', CODE_SECRET: 'a-secret-of-its-own' };
    expect(() => loadConfig(shape, own)).toThrow('INTERNAL_CALLERS: must be set to a value of its own in production');
  });
});

describe('RABBITMQ_URL', () => {
  const load = (RABBITMQ_URL: string) => loadConfig(messagingConfig, { RABBITMQ_URL });

  test('when it has several addresses, then it is accepted, also with a comma in a password', () => {
    expect(() => load('amqps://user:a,b@one.example:5671/shop,amqp://two.example, amqp://[::1]:5673')).not.toThrow();
  });

  test.each(['one.example', 'http://one.example', 'amqp://one.example,two.example:x', 'amqp://', 'amqp://u:%zz@one.example'])(
    'when it is %s, then the error names the setting',
    (url) => {
      expect(() => load(url)).toThrow('RABBITMQ_URL: must be amqp:// or amqps:// addresses, separated by commas');
    },
  );
});

describe('REDIS_URL and MONGODB_URL', () => {
  test.each([
    ['REDIS_URL', 'rediss://shop:password@redis.example:6380/1'],
    ['REDIS_URL', 'redis+sentinel://shop:pass%2Cword@one.example,two.example:26380,[::1]:26379/primary?sentinelPassword=secret'],
    ['MONGODB_URL', 'mongodb://user:password@one.example,two.example:27018/?replicaSet=rs0&tls=true&tlsCAFile=/run/secrets/ca.pem'],
    ['MONGODB_URL', 'mongodb+srv://user:password@cluster.example/?retryWrites=true'],
  ])('when %s is %s, then it is accepted', (name, url) => {
    expect(loadConfig({ ...redisConfig, ...mongoConfig }, { [name]: url })).toMatchObject({ [name]: url });
  });

  test.each([
    ['REDIS_URL', 'redis.example:6379', 'must be redis://'],
    ['REDIS_URL', 'redis+sentinel://one.example,two.example', 'must be redis://'],
    ['REDIS_URL', 'redis+sentinel://one.example:x/primary', 'must be redis://'],
    ['MONGODB_URL', 'one.example:27017', 'must be mongodb://'],
  ])('when %s is %s, then the error names the setting', (name, url, reason) => {
    expect(() => loadConfig({ ...redisConfig, ...mongoConfig }, { [name]: url })).toThrow(`${name}: ${reason}`);
  });
});

describe('a setting in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (text: string): string => {
    const path = join(folder, `setting-${text.length}`);
    writeFileSync(path, text);
    return path;
  };
  const SMTP_URL = 'smtp://127.0.0.1';

  test('when X_FILE names a file, then X has its content without the line end, whatever its type', () => {
    const config = loadConfig(shape, {
      SMTP_URL_FILE: fileWith('smtp://user:password@mail.example.jp\n'),
      CODE_SECRET_FILE: fileWith('a secret with a space at its end \r\n'),
      DRAIN_SECONDS_FILE: fileWith('0.5'),
      NODE_ENV: 'production',
      INTERNAL_TOKEN_FILE: fileWith('a-token-of-its-own'),
      INTERNAL_CALLERS_FILE: fileWith(internalSettings('a-token-of-its-own').INTERNAL_CALLERS),
    });
    expect(config).toMatchObject({
      SMTP_URL: 'smtp://user:password@mail.example.jp',
      CODE_SECRET: 'a secret with a space at its end ',
      DRAIN_SECONDS: 0.5,
      INTERNAL_TOKEN: 'a-token-of-its-own',
    });
  });

  test('when the file has the development value in production, then the service refuses to start', () => {
    const env = { SMTP_URL, ...internalSettings('a-token-of-its-own'), CODE_SECRET_FILE: fileWith('development-code-secret') };
    expect(() => loadConfig(shape, { ...env, NODE_ENV_FILE: fileWith('production') })).toThrow(/CODE_SECRET: must be set to a value/);
  });

  test('when a setting is given both ways, then the error names both and shows neither', () => {
    const env = { SMTP_URL, CODE_SECRET: 'first-secret', CODE_SECRET_FILE: fileWith('second-secret!') };
    expect(() => loadConfig(shape, env)).toThrow(
      /^Wrong or missing environment variables: CODE_SECRET and CODE_SECRET_FILE: set only one of them$/,
    );
  });

  test.each([
    ['is missing', join(folder, 'nothing'), 'cannot be read (ENOENT)'],
    ['is a folder', folder, 'cannot be read (EISDIR)'],
    ['is empty', fileWith('\n'), 'is empty'],
  ])('when the file %s, then one sentence names setting and path', (_, path, reason) => {
    expect(() => loadConfig(shape, { SMTP_URL_FILE: path, NODE_ENV: 'test' })).toThrow(
      new ConfigError(`Wrong or missing environment variables: SMTP_URL_FILE: the file ${path} ${reason}`),
    );
  });

  test('when the variable of a file is empty, then it counts as unset', () => {
    expect(loadConfig(shape, { SMTP_URL, LOG_LEVEL_FILE: '' }).LOG_LEVEL).toBe('info');
  });
});
