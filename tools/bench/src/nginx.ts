import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePorts } from '@stagereel/stack';

const START_MS = 5_000;

const configOf = ({ port, folder, root }: { port: number; folder: string; root: string }): string => `
daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3; uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;

const listens = async (port: number): Promise<boolean> => {
  const socket = createConnection({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Starts nginx with one worker, which sends the files below `root`; its own files go below `dir`. Undefined where it is not installed. */
export const startNginx = async ({ dir, root }: { dir: string; root: string }): Promise<{ url: string; stop: () => void } | undefined> => {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) return undefined;
  const folder = await mkdtemp(join(dir, 'nginx-'));
  const port = (await choosePorts({ dir, names: ['nginx'] }))('nginx');
  const config = join(folder, 'nginx.conf');
  await writeFile(config, configOf({ port, folder, root }));
  const child = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'ignore' });
  const deadline = performance.now() + START_MS;
  while (!(await listens(port))) {
    if (performance.now() > deadline) throw new Error('nginx does not listen');
    await sleep(20);
  }
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
};
