import { spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { choosePorts } from '@stagereel/stack';

const configOf = ({ port, root, dir }: { port: number; root: string; dir: string }): string => `
daemon off; master_process off; worker_processes 1; pid ${dir}/nginx.pid; error_log ${dir}/error.log;
events { worker_connections 64; }
http {
  access_log off; sendfile on; tcp_nopush on;
  client_body_temp_path ${dir}/t1; proxy_temp_path ${dir}/t2; fastcgi_temp_path ${dir}/t3; uwsgi_temp_path ${dir}/t4; scgi_temp_path ${dir}/t5;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(socket.destroy() !== null));
    socket.once('error', () => resolve(false));
  });

type Nginx = { url: string; stop: () => Promise<void> };

/** Serves the folder `root` with nginx, whose own files go below `dir`; undefined where nginx is not installed. */
export const startNginx = async ({ dir, root }: { dir: string; root: string }): Promise<Nginx | undefined> => {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) return undefined;
  const folder = join(dir, 'nginx');
  await mkdir(folder, { recursive: true });
  const port = (await choosePorts({ dir, names: ['nginx'] }))('nginx');
  await writeFile(join(folder, 'nginx.conf'), configOf({ port, root, dir: folder }));
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  for (let tries = 0; tries < 100 && !(await isListening(port)); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
    },
  };
};
