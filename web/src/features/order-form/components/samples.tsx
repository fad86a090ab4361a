import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { samplesQuery } from '../../../api/contests.ts';

const SampleGallery = lazy(async () => ({ default: (await import('./sample-gallery.tsx')).SampleGallery }));

/** The contest's samples. Optional: without samples, or if they fail to load, the form works without them. */
export const Samples = ({ contestId }: { contestId: string }) => {
  const { data } = useQuery(samplesQuery(contestId));
  if (data === undefined || data.length === 0) return null;
  return (
    <Suspense>
      <SampleGallery samples={data} />
    </Suspense>
  );
};
