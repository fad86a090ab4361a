import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ImageProcessor } from '../domain/library/pictures.ts';

/** An idle child process is ended after this time, which frees its memory. */
const IDLE_MS = 20_000;
const TASK_TIMEOUT_MS = 60_000;
const HEAP_MB = 256;

/** The messages between this process and its child, see image-work.process.ts. */
export type ImageTask = keyof ImageProcessor;
export type ImageInput<Task extends ImageTask = ImageTask> = Parameters<ImageProcessor[Task]>[0];
export type ImageRequest = { id: number; task: ImageTask; input: ImageInput };
/** With `error` set the task failed. A successful `result` may be undefined. */
export type ImageResponse = { id: number; result?: unknown; error?: string };

type Pending = { resolve: (result: never) => void; reject: (error: Error) => void };
type TaskInput<Task extends ImageTask> = { task: Task; input: ImageInput<Task>; signal?: AbortSignal };
type TaskResult<Task extends ImageTask> = Awaited<ReturnType<ImageProcessor[Task]>>;
type Worker = { child: ChildProcess; pending: Map<number, Pending>; idle?: NodeJS.Timeout };

/**
 * Decodes pictures in a child process: image decoders are a common attack target, and their memory is freed when the child ends. A child that
 * crashes or hangs fails its tasks; the next task starts a new one. Aborting the only pending task ends the child.
 */
export const createImageProcess = (program: URL): { images: ImageProcessor; stop: () => void } => {
  let worker: Worker | undefined;
  let lastId = 0;

  const end = (ended: Worker, reason: string): void => {
    if (worker === ended) worker = undefined;
    clearTimeout(ended.idle);
    for (const { reject } of ended.pending.values()) reject(new Error(reason));
    ended.pending.clear();
    ended.child.kill('SIGKILL');
  };

  const start = (): Worker => {
    // From sources it needs tsx; in a build the program is JavaScript.
    const execArgv = [`--max-old-space-size=${HEAP_MB}`, ...(program.pathname.endsWith('.ts') ? ['--import', 'tsx'] : [])];
    const child = fork(fileURLToPath(program), [], {
      execArgv,
      // Not the service's own environment: a decoder that is taken over finds no secrets in it.
      env: { PATH: process.env['PATH'] },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const started: Worker = { child, pending: new Map() };
    child.on('message', ({ id, result, error }: ImageResponse) => {
      const task = started.pending.get(id);
      started.pending.delete(id);
      if (error === undefined) task?.resolve(result as never);
      else task?.reject(new Error(error));
      if (started.pending.size > 0) return;
      // The response to an aborted task arrives when the timer is already running.
      clearTimeout(started.idle);
      started.idle = setTimeout(() => end(started, 'Image process is idle'), IDLE_MS).unref();
    });
    child.on('exit', () => end(started, 'Image process exited'));
    child.on('error', (error) => end(started, error.message));
    return started;
  };

  const runTask = async <Task extends ImageTask>({ task, input, signal }: TaskInput<Task>): Promise<TaskResult<Task>> => {
    signal?.throwIfAborted();
    worker ??= start();
    const current = worker;
    clearTimeout(current.idle);
    lastId += 1;
    const id = lastId;
    const abort = (): void => {
      current.pending.get(id)?.reject(signal?.reason);
      current.pending.delete(id);
      if (current.pending.size === 0) end(current, 'Image task aborted');
    };
    const timer = setTimeout(() => end(current, `Image task ${task} timed out after ${TASK_TIMEOUT_MS} ms`), TASK_TIMEOUT_MS);
    try {
      return await new Promise<TaskResult<Task>>((resolve, reject) => {
        current.pending.set(id, { resolve, reject });
        signal?.addEventListener('abort', abort, { once: true });
        current.child.send({ id, task, input } satisfies ImageRequest);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };

  return {
    images: {
      measure: (input) => runTask({ task: 'measure', input }),
      resize: (input, signal) => runTask({ task: 'resize', input, signal }),
      clean: (input) => runTask({ task: 'clean', input }),
      cleanOriginal: (input) => runTask({ task: 'cleanOriginal', input }),
      watermark: (input, signal) => runTask({ task: 'watermark', input, signal }),
    },
    stop: () => {
      if (worker) end(worker, 'Service is stopping');
    },
  };
};
