import { type Athlete, type Contest, formatPrice, formatYen, UNDECIDED_DATE } from '@stagereel/contracts';
import { memo } from 'react';
import { BrandMark } from '../../../components/layout/brand-mark.tsx';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { orderFormAddress } from '../lib/athlete-cards.ts';
import styles from './sheets.module.css';

const LONG_NAME = 24;
const LONG_BIB = 6;

const steps = ['QRコードを読み取る', '選手を選んで購入する', '動画を受け取る'] as const;

const priceText = ({ min, max }: { min: number; max: number }): string =>
  min === max ? `動画1本 ${formatPrice(max)}` : `動画1本 ${formatYen(min)}〜${formatPrice(max)}`;

/** One A4 page for the venue's wall. */
export const Poster = ({ contest }: { contest: Contest }) => {
  const facts = [contest.date === UNDECIDED_DATE ? '' : contest.date, contest.location].filter((fact) => fact !== '');
  return (
    <article className={`${styles.sheet} ${styles.poster}`} aria-label="ポスター">
      <p className={styles.band}>
        <BrandMark />
        StageReel
        <small>大会の選手動画ショップ</small>
      </p>
      <div className={styles.main}>
        <h2 className={`${styles.contest} ${contest.name.length > LONG_NAME ? styles.long : ''}`}>{contest.name}</h2>
        {facts.length > 0 && <p className={styles.facts}>{facts.join('　')}</p>}
        <p className={styles.call}>あなたの動画を購入できます</p>
        <div className={styles.code}>
          <QrCode text={orderFormAddress(contest.slug)} label={`${contest.name}の注文ページを開くQRコード`} />
        </div>
        <p className={styles.hint}>スマートフォンのカメラで読み取ってください</p>
        {contest.priceRange && <p className={styles.price}>{priceText(contest.priceRange)}</p>}
      </div>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step}>
            <b aria-hidden>{index + 1}</b>
            {step}
          </li>
        ))}
      </ol>
    </article>
  );
};

const Card = ({ contest, athlete }: { contest: Contest; athlete: Athlete }) => (
  <li className={styles.card}>
    <div className={styles.cardCode}>
      <QrCode text={orderFormAddress(contest.slug, athlete)} label={`${athlete.athleteNumber}番の動画を開くQRコード`} />
    </div>
    <div className={styles.athlete}>
      <p className={styles.cardContest}>{contest.name}</p>
      <p className={styles.category}>{athlete.category}</p>
      <p className={styles.label}>ゼッケン番号</p>
      <p className={`${styles.bib} ${athlete.athleteNumber.length > LONG_BIB ? styles.long : ''}`}>{athlete.athleteNumber}</p>
      {athlete.name && <p className={styles.name}>{athlete.name}</p>}
      <p className={styles.cardHint}>動画の購入はこちら</p>
    </div>
  </li>
);

type CardSheetProps = { contest: Contest; athletes: readonly Athlete[]; label: string };

/** One A4 page of athletes' cards to be cut out. */
export const CardSheet = memo(({ contest, athletes, label }: CardSheetProps) => (
  <ul className={`${styles.sheet} ${styles.cards}`} aria-label={label}>
    {athletes.map((athlete) => (
      <Card key={athlete.id} contest={contest} athlete={athlete} />
    ))}
  </ul>
));
