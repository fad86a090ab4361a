import { type Contest, formatYen } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { contestsQuery } from '../../../api/contests.ts';
import stage640 from '../../../assets/stage-640.avif';
import stage1280 from '../../../assets/stage-1280.avif';
import stageFallback from '../../../assets/stage-1280.webp';
import stage1920 from '../../../assets/stage-1920.avif';
import { lazyExtra } from '../../../lib/lazy-extra.ts';
import { useIsVideoWelcome } from '../lib/use-is-video-welcome.ts';
import { AthleteSearch } from './athlete-search.tsx';
import styles from './home-banner.module.css';

const HeroVideo = lazyExtra(async () => (await import('./hero-video.tsx')).HeroVideo);

const lowestPrice = (contests: readonly Contest[]): number | null => {
  const prices = contests.flatMap(({ priceRange }) => (priceRange ? [priceRange.min] : []));
  return prices.length === 0 ? null : Math.min(...prices);
};

const offerText = (price: number | null): string =>
  price === null ? '会員登録なしで購入できます' : `1本 ${formatYen(price)}から（税込）・会員登録不要`;

/** The banner of the home page: a stage, what the shop sells from what price, and the search. Its text is not part of the picture. */
export const HomeBanner = () => {
  const isVideoWelcome = useIsVideoWelcome();
  const { data } = useQuery(contestsQuery());
  const onSale = data?.filter(({ videoPublished }) => videoPublished) ?? [];
  const video = onSale.find(({ sampleVideo }) => sampleVideo)?.sampleVideo;

  return (
    <section className={styles.banner} aria-label="StageReel のご案内">
      <div className={styles.stage}>
        <picture>
          <source type="image/avif" srcSet={`${stage640} 640w, ${stage1280} 1280w, ${stage1920} 1920w`} sizes="100vw" />
          <img
            className={styles.picture}
            src={stageFallback}
            alt="照明に浮かび上がる、ステージ上の選手たち"
            width={1280}
            height={720}
            fetchPriority="high"
            decoding="async"
          />
        </picture>
        {isVideoWelcome && video && (
          <Suspense>
            <HeroVideo src={video.url} />
          </Suspense>
        )}
        <div className={styles.shade} />
      </div>
      <div className={styles.words}>
        <p className={styles.headline}>
          あの日のステージを、
          <wbr />
          手元に。
        </p>
        <p className={styles.lead}>大会に出場した選手の動画を、選手ごとに編集してお届けします。</p>
        <p className={styles.offer}>{offerText(lowestPrice(onSale))}</p>
        <AthleteSearch />
      </div>
    </section>
  );
};
