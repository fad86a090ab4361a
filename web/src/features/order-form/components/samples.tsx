import type { Contest } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { samplesQuery } from '../../../api/contests.ts';
import { lazyExtra } from '../../../lib/lazy-extra.ts';
import styles from './sample-gallery.module.css';

const SampleGallery = lazyExtra(async () => (await import('./sample-gallery.tsx')).SampleGallery);

/**
 * Keeps the place of the samples until the list of contests is there. The server tells the prerendered page, by two variables of CSS, whether the
 * contest has samples and which poster is the first.
 */
export const SamplesExpected = () => <div className={`${styles.place} ${styles.expected}`} />;

/** Keeps the place of the samples, so that the form does not move when they arrive. */
const Place = ({ contest: { hasSamples, sampleVideo } }: { contest: Contest }) => {
  if (!hasSamples) return null;
  return (
    <div className={styles.place} style={sampleVideo ? { backgroundImage: `url("${encodeURI(sampleVideo.posterUrl)}")` } : undefined} />
  );
};

/** The contest's samples. Optional: without samples, or if they fail to load, the form works without them. */
export const Samples = ({ contest }: { contest: Contest }) => {
  const { data, isPending } = useQuery(samplesQuery(contest.id));
  const place = <Place contest={contest} />;
  if (isPending) return place;
  if (data === undefined || data.length === 0) return null;
  return (
    <Suspense fallback={place}>
      <SampleGallery samples={data} />
    </Suspense>
  );
};
