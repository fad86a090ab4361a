import { useState } from 'react';

/** Whether a page of several steps has left the one it was opened with: from then on each step is news, and its heading takes the focus. */
export const useHasMoved = (step: string): boolean => {
  const [first] = useState(step);
  const [hasMoved, setHasMoved] = useState(false);
  if (!hasMoved && step !== first) setHasMoved(true);
  return hasMoved;
};
