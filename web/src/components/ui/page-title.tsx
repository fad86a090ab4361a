import type { TitleProps } from '@mantine/core';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

type Props = Omit<TitleProps, 'order' | 'title'> & {
  children: ReactNode;
  /** What the tab shows; the heading's own text unless it holds more than text. */
  documentTitle: string;
  /** A step reached within the page: the heading takes the focus and comes into view, however the page itself was opened. */
  isNextStep?: boolean;
};

/** The page's one h1. After a move inside the site it takes the focus, so that a screen reader hears where it is. */
export const PageTitle = ({ children, documentTitle, isNextStep = false, ...props }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigationType = useNavigationType();
  useDocumentTitle(documentTitle);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival counts, not what the navigation type becomes later
  useEffect(() => {
    if (isNextStep) heading.current?.focus();
    else if (navigationType !== 'POP') heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Title order={1} ref={heading} tabIndex={-1} {...props}>
      {children}
    </Title>
  );
};
