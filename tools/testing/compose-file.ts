import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './run-command.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replace(/^\s*#.*$/gm, '');

/** The variables of a file in docker/env; their values still name the operator's settings. */
const readVariables = (path: string): Record<string, string> =>
  Object.fromEntries([...read(path).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

const file = z.looseObject({
  services: z.record(
    z.string(),
    z
      .looseObject({ env_file: z.array(z.string()).default([]), environment: z.record(z.string(), z.coerce.string()).default({}) })
      .transform(({ env_file, ...service }) => ({
        ...service,
        environment: { ...Object.assign({}, ...env_file.map(readVariables)), ...service.environment } as Record<string, string>,
      })),
  ),
});

const text = read('docker-compose.yml');

/** docker-compose.yml, where each service's environment has the variables of its files, too. */
export const composeFile = file.parse(parse(text, { merge: true }));

/** The names of all of the operator's settings that Compose reads. */
export const usedSettings = new Set(
  [text, ...[...new Set([...text.matchAll(/docker\/env\/\w+\.env/g)].map(([path]) => path))].map(read)].flatMap((each) =>
    [...each.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name),
  ),
);
