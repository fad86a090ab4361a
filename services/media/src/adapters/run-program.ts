import { type ExecFileException, execFile } from 'node:child_process';

type Program = { program: string; args: readonly string[]; timeoutMs: number; maxBytes: number; signal?: AbortSignal };

/** The program was killed or timed out. This does not mean that its input is broken. */
export class ProgramInterrupted extends Error {
  override readonly name = 'ProgramInterrupted';
}

/** Signals that end a program which crashes on its input. */
const CRASH_SIGNALS: readonly (string | undefined)[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL'];
/** The exit code of ffmpeg after a graceful stop by a signal. */
const FFMPEG_STOPPED = 255;

const isInterruption = ({ code, killed, signal }: ExecFileException): boolean => {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' || CRASH_SIGNALS.includes(signal)) return false;
  return killed === true || Boolean(signal) || Number(code) === FFMPEG_STOPPED;
};

/**
 * Runs a program and returns its output. Rejects when the program fails or writes more than `maxBytes`. The signal kills it. When the promise
 * settles, the process has ended, so its files can be removed.
 * @throws ProgramInterrupted
 */
export const runProgram = ({ program, args, timeoutMs, maxBytes, signal }: Program): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ProgramInterrupted(`${program} was not started`, { cause: signal.reason }));
    const options = {
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: maxBytes,
      encoding: 'buffer' as const,
      env: { PATH: process.env['PATH'] },
    };
    const child = execFile(program, [...args], options, (error, stdout) => {
      signal?.removeEventListener('abort', kill);
      if (!error) return resolve(stdout);
      reject(isInterruption(error) ? new ProgramInterrupted(`${program} was interrupted`, { cause: error }) : error);
    });
    const kill = (): void => void child.kill(options.killSignal);
    signal?.addEventListener('abort', kill, { once: true });
  });
