import { Button, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import type { CopyState } from '../../lib/use-copy.ts';
import { useCopy } from '../../lib/use-copy.ts';
import styles from './copy-field.module.css';

const notes: Record<Exclude<CopyState, 'idle'>, string> = {
  copied: 'コピーしました',
  refused: 'ブラウザの設定によりコピーできませんでした。選択された文字を、手動でコピーしてください。',
};

type Props = {
  /** What the text is, such as 送信元アドレス. */
  label: string;
  text: string;
  /** The same text as it reads best; `text` is what is copied. */
  shown?: string;
};

/** A text that is needed elsewhere, with a button that copies it. Where the browser refuses, the text is selected instead. */
export const CopyField = ({ label, text, shown = text }: Props) => {
  const place = useRef<HTMLElement>(null);
  const { state, copy } = useCopy();

  const copyOrSelect = async () => {
    if ((await copy(text)) === 'refused' && place.current !== null) window.getSelection()?.selectAllChildren(place.current);
  };

  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <span ref={place} className={styles.text}>
        {shown}
      </span>
      <Button
        variant="default"
        size="sm"
        h={44}
        className={styles.button}
        leftSection={state === 'copied' ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        onClick={() => void copyOrSelect()}
        aria-label={`${label}をコピー`}
      >
        コピー
      </Button>
      {state !== 'idle' && (
        <Text
          size="sm"
          className={styles.note}
          c={state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}
          role={state === 'refused' ? 'alert' : undefined}
        >
          {notes[state]}
        </Text>
      )}
    </div>
  );
};
