import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Worker } from 'node:worker_threads';
import { type Summary, summarise } from '@stagereel/rehearsal';

export type Request = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: string; headers?: Record<string, string> };

type FloodInput = {
  gateway: string;
  /** The client's address on the loopback network: each flood has limits of its own. */
  address: string;
  seconds: number;
  connections: number;
  /** Requests that a connection sends at once. */
  pipelining?: number;
  requests: Request[];
};

const toText = ({ method, path, body = '', headers = {} }: Request): string => {
  const fields = { host: 'localhost', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
};

/** Sends the requests over and over, as fast as they are answered. Returns how many got each status. */
export const flood = async ({ gateway, seconds, requests, pipelining = 1, ...load }: FloodInput): Promise<Record<string, number>> => {
  const workerData = { ...load, pipelining, port: Number(new URL(gateway).port), requests: requests.map(toText) };
  const worker = new Worker(new URL('./flood.worker.mjs', import.meta.url), { workerData });
  // Not a wait for something: this is how long the flood lasts.
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  worker.postMessage('stop');
  const [counts] = (await once(worker, 'message')) as [Record<string, number>];
  await worker.terminate();
  return counts;
};

type VictimInput = { gateway: string; credentials: { email: string; password: string } };

const VICTIM = '127.0.0.1';
const READ_EVERY_MS = 100;
const SIGN_IN_EVERY_MS = 1000;

/** Another visitor, who reads and signs in on new connections while the flood runs. */
export const startVictim = ({ gateway, credentials }: VictimInput) => {
  const failed: string[] = [];
  const send = ({ method, path, body, headers }: Request): Promise<number> =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const done = (status: string): void => {
        if (status !== '200') failed.push(`${method} ${path} ${status}`);
        resolve(Math.round(performance.now() - startedAt));
      };
      const url = new URL(path, gateway.replace('localhost', VICTIM));
      const sent = httpRequest(url, { method, headers, localAddress: VICTIM, agent: false }, (response) => {
        response.resume();
        response.on('end', () => done(String(response.statusCode)));
      });
      sent.on('error', ({ message }) => done(message));
      sent.end(body);
    });

  let isStopped = false;
  /** At a fixed pace, whatever the shop does: so each second counts the same. */
  const repeat = async (request: Request, everyMs: number): Promise<number[]> => {
    const running: Promise<number>[] = [];
    while (!isStopped) {
      running.push(send(request));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    return Promise.all(running);
  };
  const json = { 'content-type': 'application/json' };
  const reading = repeat({ method: 'GET', path: '/api/shop' }, READ_EVERY_MS);
  const signingIn = repeat({ method: 'POST', path: '/api/login', headers: json, body: JSON.stringify(credentials) }, SIGN_IN_EVERY_MS);
  return {
    stop: async (): Promise<{ reads: Summary; signIns: Summary; failed: string[] }> => {
      isStopped = true;
      return { reads: summarise(await reading), signIns: summarise(await signingIn), failed };
    },
  };
};
