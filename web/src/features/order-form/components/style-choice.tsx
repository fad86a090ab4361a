import { Input } from '@mantine/core';
import type { VideoStyle } from '@stagereel/contracts';
import { VIDEO_STYLES } from '@stagereel/contracts';
import { useId } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import styles from './style-choice.module.css';

type Props = {
  value: VideoStyle | null;
  onChange: (style: VideoStyle) => void;
  /** Null until an athlete is chosen. */
  priceOf: ((style: VideoStyle) => number) | null;
  error: string | undefined;
  inputRef: (element: HTMLInputElement | null) => void;
};

const uses = { 縦動画: 'スマホ向け', 横動画: 'PC・テレビ向け' } as const satisfies Record<VideoStyle, string>;

/** The choice between vertical and horizontal video, with prices. */
export const StyleChoice = ({ value, onChange, priceOf, error, inputRef }: Props) => {
  const name = useId();
  const errorId = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>
        <FieldLabel required>動画の向き</FieldLabel>
      </legend>
      <div className={styles.choices}>
        {VIDEO_STYLES.map((style, index) => (
          <label key={style} className={styles.choice} data-error={error ? true : undefined}>
            <input
              ref={index === 0 ? inputRef : undefined}
              className={styles.radio}
              type="radio"
              name={name}
              value={style}
              checked={value === style}
              onChange={() => onChange(style)}
              aria-invalid={error ? true : undefined}
            />
            <span className={styles.shape} data-style={style} aria-hidden />
            <span className={styles.words}>
              <span className={styles.name}>{style}</span>
              <span className={styles.use}>{uses[style]}</span>
              {priceOf && <PriceText amount={priceOf(style)} fw={600} size="sm" />}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <Input.Error id={errorId} mt={6} size="md">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
};
