import type { Media } from '@stagereel/contracts';
import { VideoPlayer } from '../../../components/media/video-player.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { posterOf } from '../model/sample-pictures.ts';
import { sampleTitles } from '../model/sample-titles.ts';
import styles from './sample-gallery.module.css';
import { SampleImage } from './sample-image.tsx';

/** What an edited video looks like: films that play in their place, pictures that open. */
export const SampleGallery = ({ samples }: { samples: readonly Media[] }) => {
  const titles = sampleTitles(samples);
  return (
    <DataCard title="動画のサンプル">
      <ul className={styles.strip}>
        {samples.map((sample, index) => {
          const title = titles[index] ?? '';
          return (
            <li key={sample.id} className={styles.sample}>
              {sample.type === 'video' ? (
                <VideoPlayer src={sample.url} title={title} poster={posterOf(sample)} />
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
    </DataCard>
  );
};
