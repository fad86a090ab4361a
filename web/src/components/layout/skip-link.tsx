import styles from './skip-link.module.css';

/** The first element in the tab order: skips the header and focuses the main part (`id="main"`). */
export const SkipLink = () => (
  <a href="#main" className={styles.skip}>
    本文へ移動
  </a>
);
