import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram, StackError } from '@stagereel/stack';
import getPort from 'get-port';
import { z } from 'zod';

/** A TCP proxy that disturbs connections on request: https://github.com/Shopify/toxiproxy */
const VERSION = 'v2.12.0';
const PROGRAM = 'toxiproxy-server';
const CACHE = fileURLToPath(new URL(`../../../../.cache/toxiproxy/${VERSION}`, import.meta.url));
const BUILD_MS = 500_000;
const START_MS = 10_000;

/** What happens to the connections. All but `cut` leave the port open for new connections. */
export const FAULT_KINDS = ['latency', 'reset', 'half-open', 'slow', 'cut'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

type Toxic = { type: string; stream: 'upstream' | 'downstream'; attributes: Record<string, number> };
const TOXICS: Record<Exclude<FaultKind, 'cut'>, readonly Toxic[]> = {
  /** Every response arrives 3 s later. */
  latency: [{ type: 'latency', stream: 'downstream', attributes: { latency: 3000 } }],
  /** Connections end with a TCP reset, open ones at once and new ones at their first byte. */
  reset: [{ type: 'reset_peer', stream: 'upstream', attributes: { timeout: 0 } }],
  /** Connections stay open, and nothing arrives any more. */
  'half-open': [
    { type: 'timeout', stream: 'upstream', attributes: { timeout: 0 } },
    { type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } },
  ],
  /** 1 kB/s in both directions. */
  slow: [
    { type: 'bandwidth', stream: 'upstream', attributes: { rate: 1 } },
    { type: 'bandwidth', stream: 'downstream', attributes: { rate: 1 } },
  ],
};

/** A running proxy in front of one server. */
export type ServerProxy = {
  /** Of the proxy itself. */
  port: number;
  disturb: (kind: FaultKind) => Promise<void>;
  /** Ends every fault. */
  heal: () => Promise<void>;
};

export type Toxiproxy = {
  /** `upstream`: `host:port` of the server. */
  proxy: (input: { name: string; upstream: string }) => Promise<ServerProxy>;
  stop: () => Promise<void>;
};

/** Finds the program in PATH or in the cache; otherwise builds it. @throws StackError when that is impossible */
const findOrBuild = async (): Promise<string> => {
  const cached = join(CACHE, PROGRAM);
  const found = findProgram({ name: PROGRAM, env: process.env, folders: [CACHE] });
  if (found) return found;
  const folder = `${CACHE}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    const args = ['install', `github.com/Shopify/toxiproxy/v2/cmd/server@${VERSION}`];
    await promisify(execFile)('go', args, { env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' }, timeout: BUILD_MS });
    await mkdir(CACHE, { recursive: true });
    await rename(join(folder, 'server'), cached);
    return cached;
  } catch (error) {
    const [reason] = String(error).split('\n');
    throw new StackError(`This needs ${PROGRAM}, or Go to build it. Neither was found: ${reason}`);
  }
};

const proxySchema = z.object({ listen: z.string() });

const openApi = (port: number) => {
  const request = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`toxiproxy: ${method} ${path} returned ${response.status} ${text}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
  return request;
};
type Api = ReturnType<typeof openApi>;

const waitUntilReady = async ({ child, request }: { child: ChildProcess; request: Api }): Promise<void> => {
  for (const deadline = Date.now() + START_MS; ; ) {
    try {
      await request('GET', '/version');
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw new StackError(`${PROGRAM} did not start: ${error}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};

/** Starts the proxy program on a free port. @throws StackError */
export const startToxiproxy = async (): Promise<Toxiproxy> => {
  const program = await findOrBuild();
  const port = await getPort({ host: '127.0.0.1' });
  const child = spawn(program, ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' });
  const request = openApi(port);
  await waitUntilReady({ child, request });

  return {
    proxy: async ({ name, upstream }) => {
      const created = proxySchema.parse(await request('POST', '/proxies', { name, listen: '127.0.0.1:0', upstream, enabled: true }));
      const path = `/proxies/${name}`;
      const applied: string[] = [];
      return {
        port: Number(new URL(`tcp://${created.listen}`).port),
        disturb: async (kind) => {
          if (kind === 'cut') {
            await request('POST', path, { enabled: false });
            return;
          }
          for (const toxic of TOXICS[kind]) {
            const toxicName = `${toxic.type}-${toxic.stream}`;
            await request('POST', `${path}/toxics`, { ...toxic, name: toxicName });
            applied.push(toxicName);
          }
        },
        heal: async () => {
          for (const toxicName of applied.splice(0)) await request('DELETE', `${path}/toxics/${toxicName}`);
          await request('POST', path, { enabled: true });
        },
      };
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};
