import { command, compose, settingOf } from './compose.ts';

const MIB_OF = { KiB: 1 / 1024, MiB: 1, GiB: 1024 } as const;

/** As "61.5MiB" or "1.2GiB". */
const toMib = (text: string): number => {
  const [, amount = '', unit = ''] = /^([\d.]+)(KiB|MiB|GiB)$/.exec(text) ?? [];
  return Math.round(Number(amount) * MIB_OF[unit as keyof typeof MIB_OF]);
};

/** Each template gives one word per container. */
const INSPECTED = [
  '{{index .Config.Labels "com.docker.compose.service"}}',
  '{{.HostConfig.Memory}}',
  '{{.HostConfig.PidsLimit}}',
  '{{range .HostConfig.Ulimits}}{{if eq .Name "nofile"}}{{.Soft}}{{end}}{{end}}',
];

const linesOf = async (...args: string[]): Promise<string[][]> =>
  (await command('docker', ...args))
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** The open files of processes, by their ids on the host. */
const countFiles = async (pids: readonly string[]): Promise<number[]> => {
  const onHost = ['run', '--rm', '--pid=host', '--user=root', '--cap-add=SYS_PTRACE', '--entrypoint=node'];
  const count = "try { console.log(readdirSync('/proc/' + pid + '/fd').length) } catch { console.log(0) }";
  const code = `const { readdirSync } = require('node:fs'); for (const pid of process.argv.slice(1)) ${count}`;
  return (await linesOf(...onHost, `stagereel-catalog:${settingOf('TAG')}`, '--eval', code, ...pids)).map(([files]) => Number(files));
};

type Usage = { service: string; memoryMib: number; processes: number; files: number; largestShare: number };

/**
 * What each running container uses: memory, processes with their threads, and open files of the process that has most. `largestShare`: the largest
 * part of a limit that it uses.
 */
export const readUsage = async (): Promise<Usage[]> => {
  const ids = (await compose('ps', '--quiet')).split('\n').filter((id) => id !== '');
  const inspected = await linesOf('inspect', '--format', INSPECTED.join(' '), ...ids);
  const stats = await linesOf('stats', '--no-stream', '--format', '{{.MemUsage}} {{.PIDs}}', ...ids);
  const pids = await Promise.all(ids.map(async (id) => (await linesOf('top', id, '-eo', 'pid')).slice(1).flat()));
  const files = await countFiles(pids.flat());
  return inspected.map(([service = '', memoryLimit, processLimit, fileLimit], index) => {
    const [memory = '', , , processes = ''] = stats[index] ?? [];
    const ofContainer = files.splice(0, pids[index]?.length);
    const used = { memoryMib: toMib(memory), processes: Number(processes), files: Math.max(...ofContainer) };
    const shares = [
      (used.memoryMib * 2 ** 20) / Number(memoryLimit),
      used.processes / Number(processLimit),
      used.files / Number(fileLimit),
    ];
    return { service, ...used, largestShare: Math.max(...shares) };
  });
};
