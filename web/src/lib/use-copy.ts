import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { showToast } from './toast.ts';

export type CopyState = 'idle' | 'copied' | 'refused';

/** How long a text says that it was copied: another may be copied after it. */
const SAID_MS = 5_000;

const writeToClipboard = async (text: string): Promise<boolean> => {
  try {
    // Not there at all where the page came without encryption, whatever the type says.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** Copies a text and tells how it went; a browser may refuse. */
export const useCopy = (): { state: CopyState; copy: (text: string) => Promise<CopyState> } => {
  const [state, setState] = useState<CopyState>('idle');
  const forget = useTimeout(() => setState('idle'), SAID_MS);
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
