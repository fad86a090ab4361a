import { type ComponentType, lazy, Suspense } from 'react';
import type { SharedContest } from './share-button.tsx';
import styles from './share-contest.module.css';

type Props = { contest: SharedContest };

/** The page works without the button, so a failed download must not replace the page by an error. */
const loadButton = async (): Promise<{ default: ComponentType<Props> }> => {
  try {
    return { default: (await import('./share-button.tsx')).ShareButton };
  } catch {
    return { default: () => null };
  }
};

const ShareButton = lazy(loadButton);

/** Shares the link of a contest's order form. Loaded after the page. Without a contest, it keeps the button's place. */
export const ShareContest = ({ contest }: Partial<Props>) => (
  <div className={`${styles.place} screen-only`}>
    <Suspense>{contest && <ShareButton contest={contest} />}</Suspense>
  </div>
);
