import { useEffect } from 'react';

const SITE = 'StageReel';

/** Names the page in the tab, in the history and for screen readers. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = title === '' ? `${SITE}（ステージリール）` : `${title}｜${SITE}`;
  }, [title]);
};
