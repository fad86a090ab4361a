import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Images } from '../domain/ports.ts';
import type { ImageAnswer, ImageInput, ImageTask } from './image-tasks.ts';

/** The child goes when nobody has asked for so long, and its memory with it. */
const IDLE_MS = 20_000;
const TASK_MS = 60_000;
const HEAP_MB = 256;

type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void };
type Question<Task extends ImageTask> = { task: Task; input: ImageInput<Task>; signal?: AbortSignal };
type Answer<Task extends ImageTask> = Awaited<ReturnType<Images[Task]>>;
type Worker = { child: ChildProcess; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout };

/**
 * Pictures are opened in a child process: decoders have been the way in before, and what they take of memory is given back when the child
 * goes. One that dies or hangs fails its tasks; the next task starts another. A task that is given up takes the child along, unless others wait
 * for it, too.
 */
export const createImageProcess = (program: URL): { images: Images; stop: () => void } => {
  let worker: Worker | undefined;
  let lastId = 0;

  const end = (ended: Worker, why: string): void => {
    if (worker === ended) worker = undefined;
    clearTimeout(ended.idle);
    for (const { reject } of ended.waiting.values()) reject(new Error(why));
    ended.waiting.clear();
    ended.child.kill('SIGKILL');
  };

  const start = (): Worker => {
    // Sources are read by tsx; in a bundle the program is JavaScript.
    const execArgv = [`--max-old-space-size=${HEAP_MB}`, ...(program.pathname.endsWith('.ts') ? ['--import', 'tsx'] : [])];
    const child = fork(fileURLToPath(program), [], { execArgv, serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const started: Worker = { child, waiting: new Map() };
    child.on('message', ({ id, result, error }: ImageAnswer) => {
      const task = started.waiting.get(id);
      started.waiting.delete(id);
      if (error === undefined) task?.resolve(result as never);
      else task?.reject(new Error(error));
      if (started.waiting.size > 0) return;
      // The answer to a task that was given up comes when the child is idle already.
      clearTimeout(started.idle);
      started.idle = setTimeout(() => end(started, 'idle'), IDLE_MS).unref();
    });
    child.on('exit', () => end(started, 'the image process ended'));
    child.on('error', (error) => end(started, error.message));
    return started;
  };

  const ask = async <Task extends ImageTask>({ task, input, signal }: Question<Task>): Promise<Answer<Task>> => {
    signal?.throwIfAborted();
    worker ??= start();
    const asked = worker;
    clearTimeout(asked.idle);
    lastId += 1;
    const id = lastId;
    const giveUp = (): void => {
      asked.waiting.get(id)?.reject(signal?.reason);
      asked.waiting.delete(id);
      if (asked.waiting.size === 0) end(asked, 'nobody waits for it');
    };
    const timer = setTimeout(() => end(asked, `${task} took longer than ${TASK_MS} ms`), TASK_MS);
    try {
      return await new Promise<Answer<Task>>((resolve, reject) => {
        asked.waiting.set(id, { resolve, reject });
        signal?.addEventListener('abort', giveUp, { once: true });
        asked.child.send({ id, task, input });
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  };

  return {
    images: {
      measure: (input) => ask({ task: 'measure', input }),
      resize: (input, signal) => ask({ task: 'resize', input, signal }),
      clean: (input) => ask({ task: 'clean', input }),
      watermark: (input, signal) => ask({ task: 'watermark', input, signal }),
    },
    stop: () => {
      if (worker) end(worker, 'the service stops');
    },
  };
};
