import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { samplesQuery } from '../api/list-samples.ts';

const SampleGallery = lazy(async () => ({ default: (await import('./sample-gallery.tsx')).SampleGallery }));

/** The contest's samples. An extra: where there are none or they cannot be had, the form does without. */
export const Samples = ({ contestId }: { contestId: string }) => {
  const { data } = useQuery(samplesQuery(contestId));
  if (data === undefined || data.length === 0) return null;
  return (
    <Suspense>
      <SampleGallery samples={data} />
    </Suspense>
  );
};
