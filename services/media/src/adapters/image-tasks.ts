import type { Images } from '../domain/ports.ts';

export type ImageTask = keyof Images;
export type ImageInput<Task extends ImageTask = ImageTask> = Parameters<Images[Task]>[0];
export type ImageQuestion = { id: number; task: ImageTask; input: ImageInput };
/** With an error the task failed; a result may be undefined. */
export type ImageAnswer = { id: number; result?: unknown; error?: string };

/** The child's side: answers questions over its channel until that is closed. */
export const answerImageTasks = (images: Images): void => {
  const answer = (message: ImageAnswer): void => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', ({ id, task, input }: ImageQuestion) => {
    const run = images[task] as (given: ImageInput) => Promise<unknown>;
    run(input).then(
      (result) => answer({ id, result }),
      (error: unknown) => answer({ id, error: String(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
};
