import { useEffect } from 'react';

const SITE = 'StageReel';

/** Sets the document title, for the tab, the history and screen readers. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = title === '' ? `${SITE}（ステージリール）` : `${title}｜${SITE}`;
  }, [title]);
};
