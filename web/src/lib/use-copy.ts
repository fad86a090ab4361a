import { useState } from 'react';
import { showToast } from './toast.ts';

export type CopyState = 'idle' | 'copied' | 'refused';

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
  const copy = async (text: string): Promise<CopyState> => {
    const outcome = (await writeToClipboard(text)) ? 'copied' : 'refused';
    setState(outcome);
    if (outcome === 'copied') void showToast({ message: 'コピーしました', tone: 'success' });
    return outcome;
  };
  return { state, copy };
};
