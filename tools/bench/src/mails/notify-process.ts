import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { choosePorts } from '@stagereel/stack';

const FOLDER = resolve(import.meta.dirname, '../../../../services/notify');
export const BUILT = [join(FOLDER, 'dist/main.js')];
/** Its profile names the packages, which the built program contains. */
export const FROM_SOURCE = ['--import', import.meta.resolve('tsx'), join(FOLDER, 'src/main.ts')];
const READY_MS = 30_000;

type NotifyInput = { dir: string; mongodb: string; rabbitmq: string; smtp: string; args: readonly string[] };
export type NotifyProcess = { pid: number; stop: () => Promise<void> };

/** Starts the service alone. It writes its log to a file in `dir`. */
export const startNotify = async ({ dir, mongodb, rabbitmq, smtp, args }: NotifyInput): Promise<NotifyProcess> => {
  const port = (await choosePorts({ dir, names: ['notify'] }))('notify');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: dir,
    env: { PATH, HOME, PORT: String(port), MONGODB_URL: mongodb, RABBITMQ_URL: rabbitmq, SMTP_URL: smtp },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.pipe(createWriteStream(join(dir, 'notify.log'), { flags: 'a' }));
  const exited = once(child, 'exit');
  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false;
  const deadline = Date.now() + READY_MS;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`notify did not start. Its log: ${join(dir, 'notify.log')}`);
    await new Promise((next) => setTimeout(next, 50));
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
};
