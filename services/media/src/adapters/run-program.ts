import { type ExecFileException, execFile } from 'node:child_process';

type Program = { program: string; args: readonly string[]; timeoutMs: number; maxBytes: number };

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

/** Runs a program and answers what it wrote; rejects when it fails or writes too much. @throws ProgramInterrupted */
export const runProgram = ({ program, args, timeoutMs, maxBytes }: Program): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = {
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: maxBytes,
      encoding: 'buffer' as const,
      env: { PATH: process.env['PATH'] },
    };
    execFile(program, [...args], options, (error, stdout) => {
      if (!error) return resolve(stdout);
      reject(isInterruption(error) ? new ProgramInterrupted(`${program} was interrupted`, { cause: error }) : error);
    });
  });
