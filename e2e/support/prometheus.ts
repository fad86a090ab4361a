import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const resultSchema = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z.object({ result: z.array(z.unknown()) }).optional(),
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

type Options = { program: string; targets: Record<string, string> };

/** Prometheus that scrapes each service every second. `targets` are the addresses of their metrics by service. */
export const startPrometheus = async ({ program, targets }: Options) => {
  const dir = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const scrapeConfig = {
    job_name: 'stagereel',
    honor_labels: true,
    static_configs: Object.entries(targets).map(([service, url]) => ({ targets: [new URL(url).host], labels: { service } })),
  };
  // YAML contains JSON.
  const config = { global: { scrape_interval: '1s' }, scrape_configs: [scrapeConfig] };
  await writeFile(join(dir, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const args = [`--config.file=${dir}/prometheus.yml`, `--storage.tsdb.path=${dir}/data`, `--web.listen-address=${address}`];
  const child: ChildProcess = spawn(program, args, { stdio: 'ignore' });

  /** The series of an expression now. @throws if it is not valid */
  const query = async (expression: string): Promise<unknown[]> => {
    const response = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { error, data } = resultSchema.parse(await response.json());
    if (!data) throw new Error(`${expression}: ${error}`);
    return data.result;
  };
  return {
    query,
    isReady: async (): Promise<boolean> => {
      const response = await fetch(`http://${address}/-/ready`).catch(() => undefined);
      return response?.ok === true;
    },
    stop: async (): Promise<void> => {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      await rm(dir, { recursive: true, force: true });
    },
  };
};
