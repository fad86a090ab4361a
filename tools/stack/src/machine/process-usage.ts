import { readFileSync } from 'node:fs';

/** On every Linux machine in practice: USER_HZ is 100. */
const MS_PER_TICK = 10;

/** Empty for a process that has ended: a parent has its CPU time by then. */
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The processes below a process. */
export const childrenOf = (pid: number): number[] => {
  const direct = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [...direct, ...direct.flatMap(childrenOf)];
};

const ownCpuMs = (pid: number): number => {
  const stat = read(`/proc/${pid}/stat`);
  // The fields after the program's name, which may contain spaces: utime, stime, cutime and cstime are fields 14 to 17 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * MS_PER_TICK;
};

/** CPU time in ms that a process and its children, also ended ones, have used since their start, in all threads. Linux only. */
export const cpuMs = (pid: number): number => {
  // The children of this process are the servers that it measures.
  const children = pid === process.pid ? [] : childrenOf(pid);
  return [pid, ...children].reduce((sum, each) => sum + ownCpuMs(each), 0);
};

/** Proportional set size of a process and its children in MiB: memory that processes share is divided among them. Linux only. */
export const pssMiB = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => {
    const [, kib = '0'] = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${each}/smaps_rollup`)) ?? [];
    return sum + Number(kib) / 1024;
  }, 0);

/** The largest memory of a process since its start in MiB, with memory that it shares. Linux only. */
export const peakMiB = (pid: number): number => {
  const [, kib = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kib) / 1024;
};

/** The CPU time in ms that each named process uses during `work`. */
export const withCpu = async <Name extends string, Result>(
  pids: Record<Name, number>,
  work: () => Promise<Result>,
): Promise<{ result: Result; cpu: Record<Name, number> }> => {
  const names = Object.keys(pids) as Name[];
  const before = new Map(names.map((name) => [name, cpuMs(pids[name])]));
  const result = await work();
  const cpu = Object.fromEntries(names.map((name) => [name, cpuMs(pids[name]) - (before.get(name) ?? 0)]));
  return { result, cpu: cpu as Record<Name, number> };
};
