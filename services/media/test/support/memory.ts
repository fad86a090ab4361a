import { readdir, readFile, writeFile } from 'node:fs/promises';

const statusOf = async (pid: number, field: 'PPid' | 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
};

/** The processes of the service: this one, in which the test runs it, and all that it started, as the one that opens pictures. */
const processesOfService = async (): Promise<number[]> => {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await statusOf(pid, 'PPid')] as const)));
  const isOurs = (pid: number | undefined): boolean => pid === process.pid || (pid !== undefined && pid > 1 && isOurs(parents.get(pid)));
  return pids.filter(isOurs);
};

/** From here on the most that a process holds is counted anew: https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html */
const forgetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** Whether this system shows how much memory a process held. */
export const canWatchMemory = async (): Promise<boolean> =>
  forgetPeak(process.pid).then(
    async () => (await statusOf(process.pid, 'VmHWM')) > 0,
    () => false,
  );

/** Answers how many bytes more than now the service's processes have held at their highest, those that came later included. */
export const watchMemory = async (): Promise<() => Promise<number>> => {
  const before = new Map<number, number>();
  for (const pid of await processesOfService()) {
    await forgetPeak(pid);
    before.set(pid, await statusOf(pid, 'VmRSS'));
  }
  return async () => {
    const grown = (await processesOfService()).map(async (pid) => (await statusOf(pid, 'VmHWM')) - (before.get(pid) ?? 0));
    return 1024 * (await Promise.all(grown)).reduce((sum, kib) => sum + kib, 0);
  };
};
