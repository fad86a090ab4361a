import type { ImageInput, ImageRequest, ImageResponse } from './adapters/image-process.ts';
import { sharpImages } from './adapters/sharp-images.ts';

// The child process of adapters/image-process.ts. Untrusted pictures are decoded here, in a process without secrets or connections.
const respond = (message: ImageResponse): void => {
  if (process.connected) process.send?.(message);
};

process.on('message', ({ id, task, input }: ImageRequest) => {
  const run = sharpImages[task] as (source: ImageInput) => Promise<unknown>;
  run(input).then(
    (result) => respond({ id, result }),
    (error: unknown) => respond({ id, error: String(error) }),
  );
});
process.once('disconnect', () => process.exit());
