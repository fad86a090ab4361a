import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const configOf = ({ port, root, dir }: { port: number; root: string; dir: string }): string => `
daemon off; master_process off; worker_processes 1; pid ${dir}/nginx.pid; error_log ${dir}/error.log;
events { worker_connections 64; }
http {
  access_log off; sendfile on; tcp_nopush on;
  client_body_temp_path ${dir}/t1; proxy_temp_path ${dir}/t2; fastcgi_temp_path ${dir}/t3; uwsgi_temp_path ${dir}/t4; scgi_temp_path ${dir}/t5;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(socket.destroy() !== null));
    socket.once('error', () => resolve(false));
  });

/** nginx over a folder, as the peer; undefined where it is not installed. */
export const startNginx = async (root: string): Promise<{ url: string; stop: () => Promise<void> } | undefined> => {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) return undefined;
  const dir = await mkdtemp(join(tmpdir(), 'bench-nginx-'));
  await mkdir(dir, { recursive: true });
  const port = await freePort();
  await writeFile(join(dir, 'nginx.conf'), configOf({ port, root, dir }));
  const child = spawn('nginx', ['-c', join(dir, 'nginx.conf'), '-p', dir], { stdio: 'ignore' });
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
};
