import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, commonConfig, loadConfig, seconds, secondsList, secret } from '../src/index.ts';

const shape = {
  ...commonConfig,
  SMTP_URL: z.url(),
  CODE_SECRET: secret('development-code-secret'),
  WAIT: seconds(5),
  RETRIES: secondsList('2,5,15'),
};

describe('loadConfig', () => {
  test('when the environment is complete, values are typed and times are milliseconds', () => {
    const config = loadConfig(shape, { SMTP_URL: 'smtp://127.0.0.1:1025', PORT: '8080', WAIT: '0.5', RETRIES: '0.1,1' });
    expect(config).toMatchObject({ PORT: 8080, WAIT: 500, RETRIES: [100, 1000], NODE_ENV: 'development' });
  });

  test('when variables are missing or wrong, the error names each of them', () => {
    const load = () => loadConfig(shape, { PORT: 'many' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT.*SMTP_URL/);
  });

  test('when a variable is set but empty, it counts as unset', () => {
    expect(loadConfig(shape, { SMTP_URL: 'smtp://127.0.0.1', LOG_LEVEL: '' }).LOG_LEVEL).toBe('info');
  });

  test.each([
    ['is missing', undefined],
    ['is the development default', 'development-code-secret'],
  ])('when a secret %s in production, the service refuses to start', (_, CODE_SECRET) => {
    const env = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail', INTERNAL_TOKEN: 'a-token-of-its-own', CODE_SECRET };
    expect(() => loadConfig(shape, env)).toThrow(/CODE_SECRET/);
    expect(() => loadConfig(shape, env)).not.toThrow(/INTERNAL_TOKEN/);
  });

  test('when every secret is set in production, it starts', () => {
    const env = {
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://mail',
      INTERNAL_TOKEN: 'a-token-of-its-own',
      CODE_SECRET: 'a-secret-of-its-own',
    };
    expect(loadConfig(shape, env).CODE_SECRET).toBe('a-secret-of-its-own');
  });
});
