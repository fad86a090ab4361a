import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@stagereel/service-kit/testing';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tsx = fileURLToPath(import.meta.resolve('tsx'));

/** The media service as it runs in earnest, a process of its own that can be killed. */
export const createMediaProcess = ({ env, port }: { env: Record<string, string>; port: number }) => {
  let child: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    url,
    start: async (): Promise<void> => {
      const settings = { ...process.env, ...env, NODE_OPTIONS: '', PORT: String(port) };
      child = spawn(process.execPath, ['--import', tsx, 'services/media/src/main.ts'], { cwd: root, env: settings, stdio: 'ignore' });
      await waitUntil(isReady, { what: 'the media process', timeoutMs: 90_000, everyMs: 100 });
    },
    /** Without a chance to put anything in order. */
    kill: async (): Promise<void> => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};
export type MediaProcess = ReturnType<typeof createMediaProcess>;
