import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * A sheet with its own entry in the browser's history, so that the back button closes it. `close` takes what to do once it is closed: before,
 * the page cannot scroll or give the focus to a field.
 */
export const useSheet = () => {
  const id = useId();
  const navigate = useNavigate();
  const { search, hash, state } = useLocation();
  /** The entry outlives a reload; the sheet does not. */
  const [wasOpened, setWasOpened] = useState(false);
  const isOpen = wasOpened && state?.sheet === id;
  const afterwards = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (isOpen) return;
    afterwards.current?.();
    afterwards.current = null;
  }, [isOpen]);

  return {
    isOpen,
    open: ({ onClosed }: { onClosed: () => void }) => {
      afterwards.current = onClosed;
      setWasOpened(true);
      void navigate({ search, hash }, { state: { ...state, sheet: id }, preventScrollReset: true });
    },
    close: (onClosed = afterwards.current) => {
      afterwards.current = onClosed;
      void navigate(-1);
    },
  };
};
