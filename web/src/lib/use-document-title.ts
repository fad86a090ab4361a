import { useLayoutEffect } from 'react';

const SITE = 'StageReel';

/** Sets the document title, for the tab, the history and screen readers, together with the page that it names. */
export const useDocumentTitle = (title: string): void => {
  useLayoutEffect(() => {
    document.title = title === '' ? `${SITE}（ステージリール）` : `${title}｜${SITE}`;
  }, [title]);
};
