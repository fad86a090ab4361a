import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from './compose.ts';

/**
 * The oldest version from which an upgrade without downtime must work, and to which a rollback must be possible. Its images run with today's
 * docker-compose.yml and settings. Set it to a later commit when a change of these makes that impossible, and name that release in CHANGELOG.md.
 */
const COMMIT = '99fc675d3db929c7ec7ebbd44ca001cb80555142';

/** Builds that version's images of these services, from a copy of its files. */
export const buildPreviousVersion = async ({ services, tag }: { services: readonly string[]; tag: string }): Promise<void> => {
  // CI fetches the newest commit only.
  await command('git', 'cat-file', '-e', `${COMMIT}^{commit}`).catch(() => command('git', 'fetch', '--depth=1', 'origin', COMMIT));
  const folder = await mkdtemp(join(tmpdir(), 'stagereel-previous-'));
  try {
    await command('git', 'archive', '--format=tar', `--output=${folder}/source.tar`, COMMIT);
    await command('tar', '--extract', `--file=${folder}/source.tar`, `--directory=${folder}`);
    const baseImages = ['NODE_IMAGE', 'DEBIAN_IMAGE', 'GO_IMAGE'].flatMap((name) => ['--build-arg', name]);
    for (const service of services) {
      await command('docker', 'build', ...baseImages, '--target', service, '--tag', `stagereel-${service}:${tag}`, folder);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
};
