import { useState } from 'react';
import type { CodeBoxes } from './code-boxes.ts';
import { codeOf, EMPTY_BOXES, isComplete } from './code-boxes.ts';

/** What somebody types into the boxes of a code, and what is wrong with it. `field` is for `CodeInput`; `isFocused`: the boxes take the focus when they come. */
export const useCodeEntry = ({ isFocused = false }: { isFocused?: boolean } = {}) => {
  const [boxes, setBoxes] = useState<CodeBoxes>(EMPTY_BOXES);
  const [problem, setProblem] = useState<string | null>(null);
  const [focusSignal, setFocusSignal] = useState(isFocused ? 1 : 0);

  const focus = () => setFocusSignal((count) => count + 1);

  return {
    field: { boxes, onChange: setBoxes, error: problem, focusSignal },
    code: codeOf(boxes),
    isComplete: isComplete(boxes),
    /** Says under the boxes what is wrong. */
    refuse: (message: string) => {
      setProblem(message);
      focus();
    },
    forgive: () => setProblem(null),
    /** Empty boxes for another code. */
    clear: () => {
      setBoxes(EMPTY_BOXES);
      focus();
    },
  };
};

export type CodeEntry = ReturnType<typeof useCodeEntry>;
