import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repository } from '../src/repository.ts';
import { NODE_ARGS } from '../src/services/node-args.ts';
import { serviceNames } from '../src/services/service-names.ts';

test.each(serviceNames)('when the image of %s starts, then Node has the same options as in the launcher', (name) => {
  const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8');
  const command = JSON.stringify(['node', ...NODE_ARGS[name], `services/${name}/dist/main.js`]).replaceAll(',', ', ');
  expect(dockerfile).toContain(`CMD ${command}`);
});
