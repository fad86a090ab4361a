import { readFileSync } from 'node:fs';

/** The most memory a process ever had, in MiB; NaN where the system does not tell (no /proc). */
export const peakMiB = (pid: number): number => {
  try {
    const [, kib = ''] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kib) / 1024);
  } catch {
    return Number.NaN;
  }
};
