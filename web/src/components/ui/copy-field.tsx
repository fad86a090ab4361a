import { Button, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { writeToClipboard } from '../../lib/clipboard.ts';
import { showToast } from '../../lib/toast.ts';
import styles from './copy-field.module.css';

type CopyState = 'idle' | 'copied' | 'refused';

/** How long the success message is shown, in milliseconds. */
const SUCCESS_MS = 5_000;

/** Copies a text and reports whether it succeeded; a browser may refuse. */
const useCopy = (): { state: CopyState; copy: (text: string) => Promise<CopyState> } => {
  const [state, setState] = useState<CopyState>('idle');
  const forget = useTimeout(() => setState('idle'), SUCCESS_MS);
  const copy = async (text: string): Promise<CopyState> => {
    const outcome = (await writeToClipboard(text)) ? 'copied' : 'refused';
    setState(outcome);
    forget.clear();
    if (outcome === 'copied') {
      forget.start();
      void showToast({ message: 'コピーしました', tone: 'success' });
    }
    return outcome;
  };
  return { state, copy };
};

const notes: Record<Exclude<CopyState, 'idle'>, string> = {
  copied: 'コピーしました',
  refused: 'ブラウザの設定によりコピーできませんでした。選択された文字を、手動でコピーしてください。',
};

type Props = {
  /** The label, such as 送信元アドレス. */
  label: string;
  text: string;
  /** The text as shown; `text` is what is copied. */
  shown?: string;
};

/** A text with a copy button. When the browser refuses to copy, the text is selected instead. */
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
