import { join } from 'node:path';
import { ConfigError } from '@stagereel/service-kit';
import { readInternalToken, readStackInfo } from '@stagereel/stack';
import { loadMediaConfig, type MediaConfig } from '../src/config.ts';
import { runOperatorProcess } from '../src/operator-command.ts';

/** The URL of services that these commands do not call, or that are not running. */
const UNAVAILABLE_URL = 'http://127.0.0.1:9';

/** The service's settings; unset ones are read from the running stack. */
const load = (env: NodeJS.ProcessEnv): MediaConfig => {
  const dir = env['STACK_DIR'] || '.stack';
  const stack = readStackInfo(dir);
  const mongodbUrl = env['MONGODB_URL'] || stack?.mongodb;
  if (!mongodbUrl) throw new ConfigError(`No database: set MONGODB_URL, or start the stack first (no stack.json in ${dir}).`);
  const token = readInternalToken({ dir, service: 'media' });
  const stackSettings = {
    ORDERS_URL: stack?.services['orders']?.url ?? UNAVAILABLE_URL,
    MEDIA_DIR: join(dir, 'media'),
    ...(token && { INTERNAL_TOKEN: token }),
  };
  const unused = { IDENTITY_URL: UNAVAILABLE_URL, CATALOG_URL: UNAVAILABLE_URL };
  return loadMediaConfig({ ...unused, ...stackSettings, ...env, MONGODB_URL: mongodbUrl });
};

await runOperatorProcess({
  command: 'npm run media --',
  settings: `The database is MONGODB_URL, the files are in MEDIA_DIR (or the S3 bucket), and the orders service is called at ORDERS_URL with
INTERNAL_TOKEN. Unset values are those of the stack in STACK_DIR (default: .stack).`,
  load: () => load(process.env),
});
