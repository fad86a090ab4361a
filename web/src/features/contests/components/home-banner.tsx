import banner from '../../../assets/stage-banner.svg';
import styles from './home-banner.module.css';

/** The banner of the home page; its text is not part of the picture. */
export const HomeBanner = () => (
  <section className={styles.banner} aria-label="StageReel のご案内">
    <img className={styles.picture} src={banner} alt="スポットライトに照らされたステージ" width={1600} height={560} fetchPriority="high" />
    <div className={styles.shade} />
    <div className={styles.words}>
      <p className={styles.headline}>
        あの日のステージを、
        <wbr />
        手元に。
      </p>
      <p className={styles.lead}>大会に出場した選手の動画を、選手ごとに編集してお届けします。</p>
    </div>
  </section>
);
