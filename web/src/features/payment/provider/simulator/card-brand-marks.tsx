import { brandOf, CARD_BRANDS, type CardBrand } from '../../lib/card-fields.ts';
import styles from './card-brand-marks.module.css';

/** Plain letters: the brands' logos may not be redrawn. */
const letters: Record<CardBrand, string> = {
  Visa: 'VISA',
  Mastercard: 'MC',
  JCB: 'JCB',
  'American Express': 'AMEX',
  'Diners Club': 'DC',
};

const Mark = ({ brand }: { brand: CardBrand }) => (
  <svg className={styles.mark} data-brand={brand} viewBox="0 0 34 22" width={34} height={22} role="img" aria-label={brand}>
    <rect x="0.5" y="0.5" width="33" height="21" rx="4" />
    <text x="17" y="11" textAnchor="middle" dominantBaseline="central">
      {letters[brand]}
    </text>
  </svg>
);

/** The brand of the typed number; before it is known, all brands that have room. */
export const CardBrandMarks = ({ number }: { number: string }) => {
  const brand = brandOf(number);
  if (brand !== null) return <Mark brand={brand} />;
  return number === '' ? (
    <span className={styles.all}>
      {CARD_BRANDS.map((name) => (
        <Mark key={name} brand={name} />
      ))}
    </span>
  ) : null;
};
