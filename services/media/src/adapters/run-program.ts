import { execFile } from 'node:child_process';

type Program = { program: string; args: readonly string[]; timeoutMs: number; maxBytes: number };

/** Runs a program and answers what it wrote; rejects when it fails, takes too long or writes too much. */
export const runProgram = ({ program, args, timeoutMs, maxBytes }: Program): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = {
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: maxBytes,
      encoding: 'buffer' as const,
      env: { PATH: process.env['PATH'] },
    };
    execFile(program, [...args], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
