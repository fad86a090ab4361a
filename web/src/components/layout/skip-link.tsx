import styles from './skip-link.module.css';

/** The first stop of the Tab key: past what every page begins with, to the main part (`id="main"`). */
export const SkipLink = () => (
  <a href="#main" className={styles.skip}>
    本文へ移動
  </a>
);
