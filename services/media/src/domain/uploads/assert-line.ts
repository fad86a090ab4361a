import type { OpenUpload } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';

type Deps = Pick<MediaDeps, 'orders' | 'log'>;
type Input = { contestId: string; file: Pick<OpenUpload, 'category' | 'lineId'> };

/**
 * Whether the line a finished video is for can get one, so that gigabytes are not sent to be refused at the delivery. That looks again anyway:
 * while orders is away, the upload goes on without an answer.
 * @throws AppError VideoLineUnknown, VideoLineElsewhere, VideoLineClosed
 */
export const assertLineTakesVideo = async ({ orders, log }: Deps, { contestId, file: { lineId } }: Input): Promise<void> => {
  if (lineId === undefined) return;
  const line = await orders.findLine(lineId).catch((err: unknown) => {
    log({ err, lineId }, 'orders does not say whether a line takes a video: it is uploaded');
    return 'unknown' as const;
  });
  if (line === 'unknown') return;
  if (!line) throw new AppError('VideoLineUnknown');
  if (line.contestId !== contestId) throw new AppError('VideoLineElsewhere');
  if (!line.takesVideo) throw new AppError('VideoLineClosed');
};
