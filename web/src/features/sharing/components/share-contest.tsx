import { Suspense } from 'react';
import { lazyExtra } from '../../../lib/lazy-extra.ts';
import type { SharedContest } from './share-button.tsx';
import styles from './share-contest.module.css';

const ShareButton = lazyExtra(async () => (await import('./share-button.tsx')).ShareButton);

/** Shares the link of a contest's order form. Loaded after the page. Without a contest, it keeps the button's place. */
export const ShareContest = ({ contest }: { contest?: SharedContest }) => (
  <div className={`${styles.place} screen-only`}>
    <Suspense>{contest && <ShareButton contest={contest} />}</Suspense>
  </div>
);
