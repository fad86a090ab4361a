import { type ExecFileException, execFile } from 'node:child_process';

type Program = { program: string; args: readonly string[]; timeoutMs: number; maxBytes: number; signal?: AbortSignal };

/** It was stopped before its end, or ran out of time, which says nothing of the file it was given. */
export class ProgramInterrupted extends Error {
  override readonly name = 'ProgramInterrupted';
}

/** How a program ends that something in its input brought down. */
const CRASHES: readonly (string | undefined)[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL'];
/** What ffmpeg answers when it caught the signal and put its things in order. */
const STOPPED = 255;

const isInterruption = ({ code, killed, signal }: ExecFileException): boolean => {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' || CRASHES.includes(signal)) return false;
  return killed === true || Boolean(signal) || Number(code) === STOPPED;
};

/**
 * Runs a program and answers what it wrote; rejects when it fails or writes too much. The signal kills it; whatever the outcome, it is gone
 * by then, so that nobody writes any more where its files are.
 * @throws ProgramInterrupted
 */
export const runProgram = ({ program, args, timeoutMs, maxBytes, signal }: Program): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ProgramInterrupted(`${program} was not begun`, { cause: signal.reason }));
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
