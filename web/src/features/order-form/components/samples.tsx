import type { Contest } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { samplesQuery } from '../../../api/contests.ts';
import { lazyExtra } from '../../../lib/lazy-extra.ts';
import styles from './sample-gallery.module.css';

const SampleGallery = lazyExtra(async () => (await import('./sample-gallery.tsx')).SampleGallery);

/** The contest's samples. Optional: without samples, or if they fail to load, the form works without them. */
export const Samples = ({ contest }: { contest: Contest }) => {
  const { data, isPending } = useQuery(samplesQuery(contest.id));
  // Keeps their place, so that the form does not move when they arrive.
  const place = contest.hasSamples ? <div className={styles.place} /> : null;
  if (isPending) return place;
  if (data === undefined || data.length === 0) return null;
  return (
    <Suspense fallback={place}>
      <SampleGallery samples={data} />
    </Suspense>
  );
};
