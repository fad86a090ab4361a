import { readdir, readFile, writeFile } from 'node:fs/promises';

const statusOf = async (pid: number, field: 'PPid' | 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
};

/** The processes of the service: this one, in which the test runs it, and its children, such as the image process. */
const processesOfService = async (): Promise<number[]> => {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await statusOf(pid, 'PPid')] as const)));
  const isOurs = (pid: number | undefined): boolean => pid === process.pid || (pid !== undefined && pid > 1 && isOurs(parents.get(pid)));
  return pids.filter(isOurs);
};

/** Resets the peak memory of a process: https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html */
const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** Whether this system reports the peak memory of a process. */
export const canWatchMemory = async (): Promise<boolean> =>
  resetPeak(process.pid).then(
    async () => (await statusOf(process.pid, 'VmHWM')) > 0,
    () => false,
  );

/** Returns a function that reports by how many bytes the service's processes, including later ones, have grown at their peak. */
export const watchMemory = async (): Promise<() => Promise<number>> => {
  const before = new Map<number, number>();
  for (const pid of await processesOfService()) {
    await resetPeak(pid);
    before.set(pid, await statusOf(pid, 'VmRSS'));
  }
  return async () => {
    const grown = (await processesOfService()).map(async (pid) => (await statusOf(pid, 'VmHWM')) - (before.get(pid) ?? 0));
    return 1024 * (await Promise.all(grown)).reduce((sum, kib) => sum + kib, 0);
  };
};
