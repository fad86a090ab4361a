import { useState } from 'react';

/** Whether a page with several steps left its first step: each later step moves the focus to its heading. */
export const useHasMoved = (step: string): boolean => {
  const [first] = useState(step);
  const [hasMoved, setHasMoved] = useState(false);
  if (!hasMoved && step !== first) setHasMoved(true);
  return hasMoved;
};
