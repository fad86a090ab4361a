import type { TitleProps } from '@mantine/core';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

type Props = Omit<TitleProps, 'order' | 'title'> & {
  children: ReactNode;
  /** The document title; by default the heading's text. */
  documentTitle: string;
  /** For a step within the page: the heading takes the focus and is scrolled into view. */
  isNextStep?: boolean;
};

/** The page's h1. After a navigation within the site it takes the focus, so that a screen reader announces the new page. */
export const PageTitle = ({ children, documentTitle, isNextStep = false, ...props }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigationType = useNavigationType();
  useDocumentTitle(documentTitle);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the navigation to the page counts, not later changes of the navigation type
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
