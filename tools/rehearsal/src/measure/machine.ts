import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { cpuMs } from '@stagereel/stack';

const SAMPLE_MS = 1_000;
/** On every Linux machine in practice: USER_HZ is 100. */
const MS_PER_TICK = 10;
/** Services sample their event loops in these intervals, and each value contains one. */
const LOOP_SAMPLE_MS = 100;

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** CPU time in ms that all cores of the machine were busy. */
const machineMs = async (): Promise<number> => {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    (await read('/proc/stat')).split('\n')[0]?.split(/\s+/).map(Number) ?? [];
  return (user + nice + system + irq + softirq) * MS_PER_TICK;
};

/** A value from the `/metrics` of a service; NaN where it does not respond. */
const readMetric = async (metricsUrl: string, name: string): Promise<number> => {
  try {
    const response = await fetch(metricsUrl, { signal: AbortSignal.timeout(5_000) });
    const [, value] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(await response.text()) ?? [];
    return Number(value);
  } catch {
    return Number.NaN;
  }
};

/** `cpu`: the share of one core by process, on average; `machine`: of all cores together, by anything. */
export type PhaseLoad = {
  phase: string;
  seconds: number;
  cpu: Record<string, number>;
  /** The highest average of ten seconds by process. */
  peak: Record<string, number>;
  /** Undefined if the shop runs elsewhere. */
  machine: number | undefined;
  /** The 99th percentile of the delays of the event loop in the phase. */
  loopDelayMs: Record<string, number>;
};

type Processes = {
  /** Of the shop's processes, by name; their children count, too. Undefined if they run elsewhere: then only `/metrics` tells their CPU time. */
  pids?: () => Record<string, readonly number[]>;
  metricsUrls: Record<string, string>;
};
/** This process. Its children are those of the shop, so it is measured alone. */
const GENERATOR = 'generator';
type Sample = { at: number; phase: string; cpu: Record<string, number>; machine: number };

const PEAK_SAMPLES = 10;
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** The average load between two samples. */
const loadBetween = (from: Sample, to: Sample): Record<string, number> => {
  const ms = to.at - from.at;
  // After a restart the CPU time of a process begins at 0 again.
  const shares = Object.keys(to.cpu).map((name) => [name, round(Math.max(0, (to.cpu[name] ?? 0) - (from.cpu[name] ?? 0)) / ms)] as const);
  // NaN: the metrics could not be read.
  return Object.fromEntries(shares.filter(([, share]) => !Number.isNaN(share)));
};

const peakOf = (samples: readonly Sample[]): Record<string, number> => {
  const peaks: Record<string, number> = {};
  const width = Math.min(PEAK_SAMPLES, samples.length - 1);
  for (let at = width; at < samples.length; at += 1) {
    const [from, to] = [samples[at - width], samples[at]];
    if (!from || !to || from === to) continue;
    for (const [name, share] of Object.entries(loadBetween(from, to))) peaks[name] = Math.max(peaks[name] ?? 0, share);
  }
  return peaks;
};

/** Measures the CPU time of processes and the event loops of services, phase by phase. */
export const watchMachine = ({ pids, metricsUrls }: Processes) => {
  const samples: Sample[] = [];
  const loads: PhaseLoad[] = [];
  let phase = '';

  const ofServices = async (metric: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(Object.entries(metricsUrls).map(async ([name, url]) => [name, 1000 * (await readMetric(url, metric))] as const)),
    );
  const cpuTimes = async (): Promise<Record<string, number>> => {
    if (!pids) return ofServices('process_cpu_seconds_total');
    const { user, system } = process.cpuUsage();
    const times = Object.entries(pids()).map(([name, each]) => [name, each.reduce((sum, pid) => sum + cpuMs(pid), 0)] as const);
    return { ...Object.fromEntries(times), [GENERATOR]: (user + system) / 1000 };
  };
  const take = async (): Promise<Sample> => {
    const sample = { at: performance.now(), phase, cpu: await cpuTimes(), machine: await machineMs() };
    samples.push(sample);
    return sample;
  };
  // Reading the metrics of a service starts its percentiles anew, so they are read only at the end of a phase.
  const timer = pids && setInterval(() => void take(), SAMPLE_MS);

  /** Ends the current phase, and begins the next one unless its name is empty. */
  const begin = async (next: string): Promise<void> => {
    const delays = await ofServices('nodejs_eventloop_lag_p99_seconds');
    const last = await take();
    const own = samples.filter((sample) => sample.phase === phase);
    const first = own[0];
    if (phase !== '' && first && first !== last) {
      const machine = pids && round((last.machine - first.machine) / (last.at - first.at) / cpus().length);
      const seconds = (last.at - first.at) / 1000;
      const loopDelayMs = Object.fromEntries(Object.entries(delays).map(([name, ms]) => [name, Math.max(0, ms - LOOP_SAMPLE_MS)]));
      loads.push({ phase, seconds, cpu: loadBetween(first, last), peak: peakOf(own), machine, loopDelayMs });
    }
    phase = next;
    await take();
  };
  return {
    begin,
    loads: (): readonly PhaseLoad[] => loads,
    stop: (): void => clearInterval(timer),
  };
};
export type MachineWatch = ReturnType<typeof watchMachine>;
