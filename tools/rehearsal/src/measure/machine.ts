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

/** The 99th percentile of the delays of the event loop since the last call, in ms. */
const loopDelayMs = async (metricsUrl: string): Promise<number> => {
  try {
    const response = await fetch(metricsUrl, { signal: AbortSignal.timeout(5_000) });
    const [, seconds] = /^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(await response.text()) ?? [];
    return Math.max(0, Number(seconds) * 1000 - LOOP_SAMPLE_MS);
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
  machine: number;
  loopDelayMs: Record<string, number>;
};

/** `pids`: of the shop's processes, by name; their children count, too. */
type Processes = { pids: () => Record<string, readonly number[]>; metricsUrls: Record<string, string> };
/** This process. Its children are those of the shop, so it is measured alone. */
const GENERATOR = 'generator';
type Sample = { at: number; phase: string; cpu: Record<string, number>; machine: number };

const PEAK_SAMPLES = 10;
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** The average load between two samples. */
const loadBetween = (from: Sample, to: Sample): Record<string, number> => {
  const ms = to.at - from.at;
  // After a restart the CPU time of a process begins at 0 again.
  return Object.fromEntries(
    Object.keys(to.cpu).map((name) => [name, round(Math.max(0, (to.cpu[name] ?? 0) - (from.cpu[name] ?? 0)) / ms)]),
  );
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

  const take = async (): Promise<Sample> => {
    const names = Object.entries(pids());
    const times = names.map(([name, each]) => [name, each.reduce((sum, pid) => sum + cpuMs(pid), 0)] as const);
    const { user, system } = process.cpuUsage();
    const cpu = { ...Object.fromEntries(times), [GENERATOR]: (user + system) / 1000 };
    const sample = { at: performance.now(), phase, cpu, machine: await machineMs() };
    samples.push(sample);
    return sample;
  };
  const loopDelays = async (): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(Object.entries(metricsUrls).map(async ([name, url]) => [name, await loopDelayMs(url)] as const)));

  const timer = setInterval(() => void take(), SAMPLE_MS);

  /** Ends the current phase, and begins the next one unless its name is empty. */
  const begin = async (next: string): Promise<void> => {
    const delays = await loopDelays();
    const last = await take();
    const own = samples.filter((sample) => sample.phase === phase);
    const first = own[0];
    if (phase !== '' && first && first !== last) {
      const machine = round((last.machine - first.machine) / (last.at - first.at) / cpus().length);
      const seconds = (last.at - first.at) / 1000;
      loads.push({ phase, seconds, cpu: loadBetween(first, last), peak: peakOf(own), machine, loopDelayMs: delays });
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
