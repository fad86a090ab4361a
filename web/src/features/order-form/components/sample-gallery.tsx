import type { Media } from '@stagereel/contracts';
import { IconPhotoOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import enlarged from '../../../components/media/enlarged.module.css';
import { Picture } from '../../../components/media/picture.tsx';
import { VideoPlayer } from '../../../components/media/video-player.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { largestVariantUrl, posterOf, posterSizesOf, SAMPLE_SIZES, srcSetOf } from '../lib/sample-pictures.ts';
import { sampleTitles } from '../lib/sample-titles.ts';
import styles from './sample-gallery.module.css';

const Missing = () => (
  <span className={styles.missing}>
    <IconPhotoOff size={28} stroke={1.4} aria-hidden />
    画像を読み込めませんでした
  </span>
);

/** A picture that opens in full size. */
export const SampleImage = ({ sample, title }: { sample: Media; title: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { thumbnailUrl, url } = sample;
  const small = thumbnailUrl === null ? { src: url, srcSet: srcSetOf(sample), sizes: SAMPLE_SIZES } : { src: thumbnailUrl };
  return (
    <>
      <button type="button" className={`${enlarged.opener} ${styles.open}`} onClick={() => setIsOpen(true)} aria-label={`${title}を拡大`}>
        <Picture {...small} alt="" loading="lazy" className={enlarged.small} fallback={<Missing />} />
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={title}>
        <Picture src={largestVariantUrl(sample)} alt={title} className={enlarged.full} fallback={<Missing />} />
      </Dialog>
    </>
  );
};

/** The sample videos and pictures of a contest: one strip on a phone, a large one above smaller ones on a desktop. */
export const SampleGallery = ({ samples }: { samples: readonly Media[] }) => {
  const headingId = useId();
  const titles = sampleTitles(samples);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="visually-hidden">
        動画のサンプル
      </h2>
      <ul className={styles.strip}>
        {samples.map((sample, index) => {
          const title = titles[index] ?? '';
          return (
            <li key={sample.id} className={styles.sample}>
              {sample.type === 'video' ? (
                <VideoPlayer src={sample.url} title={title} poster={posterOf(sample)} {...posterSizesOf(sample)} />
              ) : (
                <SampleImage sample={sample} title={title} />
              )}
              <span className={styles.title} aria-hidden>
                {title}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
