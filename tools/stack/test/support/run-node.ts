import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

export type NodeRun = {
  child: ChildProcess;
  output: () => string;
  /** Resolves when the output contains the text; throws when the program ends before. */
  prints: (text: string) => Promise<void>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Runs a Node program in the repository's folder. */
export function runNode({ args, env = {} }: { args: string[]; env?: NodeJS.ProcessEnv }): NodeRun {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { ...withoutJest(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let listeners: (() => void)[] = [];
  const keep = (piece: Buffer) => {
    output += piece.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const prints = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!output.includes(text)) return;
        listeners = listeners.filter((listener) => listener !== check);
        resolve();
      };
      listeners.push(check);
      check();
      void exited.then(() => reject(new Error(`The program ended without printing "${text}":\n${output}`)));
    });
  return { child, output: () => output, prints, exited };
}

function withoutJest({ NODE_OPTIONS: _options, JEST_WORKER_ID: _worker, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env;
}
