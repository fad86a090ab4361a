import { useEffect, useState } from 'react';

/** Keeps the height of an element in a CSS variable of the page, for layouts that depend on it. Returns the element's ref. */
export const useHeightVariable = (name: `--${string}`): ((element: HTMLElement | null) => void) => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [element, name]);
  return setElement;
};
