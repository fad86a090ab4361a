import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Load = { url: string; headers?: Record<string, string>; seconds?: number; connections?: number };
/** `late`: responses that took longer than 2 s, as on a busy machine. */
export type LoadResult = { perSecond: number; p50Ms: number; p99Ms: number; failed: number; late: number };

const MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

const latencyOf = (output: string, percentile: string): number => {
  const [, value, unit = ''] = new RegExp(`${percentile}%\\s+([\\d.]+)(us|ms|s)`).exec(output) ?? [];
  return Number(value) * (MS[unit] ?? Number.NaN);
};

/** Requests an address over kept connections as fast as it responds, with one thread of wrk (`apt-get install wrk`). */
export const loadUrl = async ({ url, headers = {}, seconds = 3, connections = 64 }: Load): Promise<LoadResult> => {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...fields, url]).catch((error) => {
    throw error.code === 'ENOENT' ? new Error('wrk is not installed (apt-get install wrk)') : error;
  });
  const numberIn = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? 0);
  const [connecting = 0, reading = 0, writing = 0, late = 0] = /Socket errors: (.*)/.exec(stdout)?.[1]?.match(/\d+/g)?.map(Number) ?? [];
  return {
    perSecond: numberIn(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: latencyOf(stdout, '50'),
    p99Ms: latencyOf(stdout, '99'),
    failed: numberIn(/Non-2xx or 3xx responses: (\d+)/) + connecting + reading + writing,
    late,
  };
};
