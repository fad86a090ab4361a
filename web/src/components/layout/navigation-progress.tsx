import { useNavigation } from 'react-router-dom';
import styles from './navigation-progress.module.css';

/** A progress bar while the next page is loading, because on a slow network a click would seem to do nothing. */
export const NavigationProgress = () => {
  const isLoading = useNavigation().state === 'loading';
  return (
    <div role="status" className={styles.place}>
      {isLoading && (
        <>
          <div className={styles.bar} />
          <span className="visually-hidden">ページを開いています...</span>
        </>
      )}
    </div>
  );
};
