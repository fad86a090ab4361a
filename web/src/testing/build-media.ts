import { type Media, mediaSchema } from '@stagereel/contracts';

/** A sample picture of contest `c1`, with the given changes. */
export const buildMedia = (originalName: string, changes: Partial<Media> = {}): Media =>
  mediaSchema.parse({
    id: originalName.replace('.', '-'),
    contestId: 'c1',
    category: 'sample',
    type: 'image',
    url: `/media/${originalName}`,
    originalName,
    uploadedAt: '2026-11-01T00:00:00.000Z',
    displayOrder: 0,
    thumbnailUrl: null,
    ...changes,
  });
