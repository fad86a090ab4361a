import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runCommand } from '../run-command.ts';

/**
 * What deploy/upgrade.sh does at moments that tools/containers cannot choose. Its `docker` knows one container a file, with its state, below a folder
 * for each service. All are healthy; one that is called `new` has today's settings.
 */
const DOCKER = `#!/bin/sh
for service; do :; done
has() { case " $arguments " in *" $1 "*) ;; *) return 1 ;; esac; }
arguments=$*
case "$arguments" in
  "compose ps"*)
    for file in "$STATE/$service"/*; do
      [ -e "$file" ] || continue
      state=$(cat "$file")
      if has --status; then has "--status $state"; else has --all || [ "$state" = running ]; fi && basename "$file"
    done
    : ;;
  "compose up"*)
    echo running > "$STATE/$service/new-$service"
    [ "$INTERRUPTED_BY" = "" ] || kill -s "$INTERRUPTED_BY" "$PPID" ;;
  "compose rm"*) grep -Lx running "$STATE/$service"/* | xargs -r rm ;;
  "compose config --hash"*) echo "$service today" ;;
  "compose config"*) echo "    image: stagereel-$service:1" ;;
  "image inspect"*) echo image ;;
  "inspect --format {{.State.Health"*) echo healthy ;;
  "inspect"*) case "$service" in new-*) echo "today image" ;; *) echo "before image" ;; esac ;;
  "stop"*) echo exited > "$(ls "$STATE"/*/"$service")" ;;
  "rm"*) rm "$STATE"/*/"$service" ;;
esac
`;

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'upgrade-'));
  await writeFile(join(dir, 'docker'), DOCKER);
  await chmod(join(dir, 'docker'), 0o755);
  for (const service of ['notify', 'identity', 'catalog', 'media', 'orders', 'gateway']) {
    await mkdir(join(dir, 'state', service), { recursive: true });
    await setState(service, 'running');
  }
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const folderOf = (service: string): string => join(dir, 'state', service);
const setState = (service: string, state: string) => writeFile(join(folderOf(service), `old-${service}`), `${state}\n`);
const containersOf = async (service: string): Promise<string[]> => {
  const names = await readdir(folderOf(service));
  return Promise.all(names.sort().map(async (name) => `${name} ${(await readFile(join(folderOf(service), name), 'utf8')).trim()}`));
};
const upgrade = ({ args = [], interruptedBy = '' }: { args?: string[]; interruptedBy?: string } = {}) =>
  runCommand({
    program: 'env',
    args: [
      `PATH=${dir}:${process.env['PATH']}`,
      `STATE=${join(dir, 'state')}`,
      `INTERRUPTED_BY=${interruptedBy}`,
      'sh',
      'deploy/upgrade.sh',
      ...args,
    ],
  });

test('when every service has an older replica, then each is replaced by a new one', async () => {
  expect(await upgrade()).toMatchObject({ status: 0 });
  for (const service of ['notify', 'orders', 'gateway']) expect(await containersOf(service)).toEqual([`new-${service} running`]);
});

test.each(['INT', 'TERM'])(
  'when %s interrupts while a new replica is created, then it is removed and the old one runs on',
  async (signal) => {
    const { status, output } = await upgrade({ interruptedBy: signal });
    expect({ status, output }).toEqual({ status: 130, output: expect.stringContaining('Interrupted. Run this command again.') });
    expect(await containersOf('notify')).toEqual(['old-notify running']);
  },
);

test('when an operator has stopped a service, then only an upgrade that names it starts it', async () => {
  await setState('media', 'exited');
  const { status, output } = await upgrade();
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('media was stopped, so it stays as it is.') });
  expect(await containersOf('media')).toEqual(['old-media exited']);
  expect(await containersOf('gateway')).toEqual(['new-gateway running']);
  expect(await upgrade({ args: ['media'] })).toMatchObject({ status: 0 });
  expect(await containersOf('media')).toEqual(['new-media running']);
});

test('when an interrupted upgrade has left a replica that was not started, then the next one starts the service', async () => {
  await setState('gateway', 'created');
  expect(await upgrade()).toMatchObject({ status: 0 });
  expect(await containersOf('gateway')).toEqual(['new-gateway running']);
});
