import { join } from 'node:path';
import { ConfigError } from '@stagereel/service-kit';
import { readInternalToken, readStackInfo } from '@stagereel/stack';
import { loadMediaConfig, type MediaConfig } from '../src/config.ts';
import { operateHere } from '../src/operator/operate.ts';

/** The service's settings, with those of the running stack where none are set. It is never asked who calls or what the catalog has; orders that are nowhere are away. */
const load = (env: NodeJS.ProcessEnv): MediaConfig => {
  const dir = env['STACK_DIR'] || '.stack';
  const stack = readStackInfo(dir);
  const url = env['MONGODB_URL'] || stack?.mongodb;
  if (!url) throw new ConfigError(`No database: set MONGODB_URL, or start the stack first (no stack.json in ${dir}).`);
  const nobody = 'http://127.0.0.1:9';
  const token = readInternalToken(dir);
  const found = {
    ORDERS_URL: stack?.services['orders']?.url ?? nobody,
    MEDIA_DIR: join(dir, 'media'),
    ...(token && { INTERNAL_TOKEN: token }),
  };
  return loadMediaConfig({ IDENTITY_URL: nobody, CATALOG_URL: nobody, ...found, ...env, MONGODB_URL: url });
};

await operateHere({
  command: 'npm run media --',
  settings: `The database is MONGODB_URL, the files are in MEDIA_DIR (or the S3 bucket), and the orders are asked at ORDERS_URL with INTERNAL_TOKEN; else those
of the stack in STACK_DIR (.stack by default).`,
  load: () => load(process.env),
});
