import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { choosePorts } from '@stagereel/stack';

type Config = { port: number; dir: string; directives: string };

const configOf = ({ port, dir, directives }: Config): string => `
daemon off; master_process off; worker_processes 1; pid ${dir}/nginx.pid; error_log ${dir}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on;
  client_body_temp_path ${dir}/t1; proxy_temp_path ${dir}/t2; fastcgi_temp_path ${dir}/t3; uwsgi_temp_path ${dir}/t4; scgi_temp_path ${dir}/t5;
  ${directives.replaceAll('LISTEN', `listen 127.0.0.1:${port}`)}
}
`;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(socket.destroy() !== null));
    socket.once('error', () => resolve(false));
  });

export type Nginx = { url: string; pid: number; stop: () => Promise<void> };

/**
 * Starts nginx with one worker; its own files go below `dir`. `directives` is the content of the `http` block, in which `LISTEN` becomes the
 * `listen` directive. Undefined where nginx is not installed.
 */
export const startNginx = async ({ dir, directives }: { dir: string; directives: string }): Promise<Nginx | undefined> => {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) return undefined;
  const folder = await mkdtemp(join(dir, 'nginx-'));
  const port = (await choosePorts({ dir, names: ['nginx'] }))('nginx');
  await writeFile(join(folder, 'nginx.conf'), configOf({ port, dir: folder, directives }));
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  for (let tries = 0; tries < 100 && !(await isListening(port)); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
    },
  };
};
