import { Input, Text } from '@mantine/core';
import { VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import styles from './style-choice.module.css';

type Props = {
  value: readonly VideoStyle[];
  onChange: (styles: VideoStyle[]) => void;
  /** Null until an athlete is chosen. */
  priceOf: ((style: VideoStyle) => number) | null;
  /** Why a style cannot be chosen; null if it can. */
  refusalOf: (style: VideoStyle) => string | null;
  error: string | undefined;
  groupRef: (element: HTMLElement | null) => void;
};

const uses = { 縦動画: 'スマホ向け', 横動画: 'PC・テレビ向け' } as const satisfies Record<VideoStyle, string>;

/** The choice of vertical video, horizontal video or both, with prices. */
export const StyleChoice = ({ value, onChange, priceOf, refusalOf, error, groupRef }: Props) => {
  const errorId = useId();
  return (
    // Takes the focus after an athlete was searched, and when a choice is missing: Tab leads to the first style.
    <fieldset ref={groupRef} tabIndex={-1} className={styles.group} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>
        <FieldLabel required>動画の向き</FieldLabel>
        <Text component="span" size="sm" c="dimmed" ml="xs">
          両方選べます
        </Text>
      </legend>
      <div className={styles.choices}>
        {VIDEO_STYLES.map((style) => {
          const isChosen = value.includes(style);
          // A chosen style can always be unticked, also if it is no longer on sale.
          const refusal = isChosen ? null : refusalOf(style);
          return (
            <label key={style} className={styles.choice} data-error={error ? true : undefined}>
              <input
                className={styles.checkbox}
                type="checkbox"
                checked={isChosen}
                disabled={refusal !== null}
                onChange={(event) =>
                  onChange(VIDEO_STYLES.filter((other) => (other === style ? event.currentTarget.checked : value.includes(other))))
                }
                aria-invalid={error ? true : undefined}
              />
              <span className={styles.shape} data-style={style} aria-hidden />
              <span className={styles.words}>
                <span className={styles.name}>{style}</span>
                <span className={styles.use}>{refusal ?? uses[style]}</span>
                {priceOf && <PriceText amount={priceOf(style)} fw={600} size="sm" />}
              </span>
              <span className={styles.tick} aria-hidden>
                <IconCheck size={16} stroke={3} />
              </span>
            </label>
          );
        })}
      </div>
      {error && (
        <Input.Error id={errorId} mt={6} size="md">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
};
