import { createDeskTexts, type Texts, tabStore, withoutNames } from './desk-texts.ts';

/** `sha256`: where a later look at the same file is to find it again. */
export type ArrivedVideo = { url: string; fileName: string; sha256: string | null };

/** As many names as are kept, the newest; a tab may stay open for weeks. */
const NAMES_KEPT = 500;

/** What the lines' downloads will be. Their admin may look at another page while a video arrives. */
export const createDeskVideos = (store: typeof tabStore) => {
  /** By line id. */
  const urls = createDeskTexts({ name: 'delivery-urls', store });
  /** By URL, the SHA-256 of what a bulk delivery has sent: the same file need not be sent again. */
  const contents = createDeskTexts({ name: 'bulk-videos', store });
  /** By URL, the names of the files that have arrived. They outlast their lines' URLs: a delivery that is recalled lays those there again. */
  const names = createDeskTexts({ name: 'video-names', store });

  /** The content of a video that is no line's any more goes with it. */
  const changeUrls = (how: (known: Texts) => Texts): void => {
    urls.change(how);
    const left = new Set(Object.values(urls.read()));
    contents.change((known) =>
      withoutNames(
        known,
        Object.keys(known).filter((url) => !left.has(url)),
      ),
    );
  };

  return {
    urls,
    contents,
    names,
    lay: (laid: Texts): void => changeUrls((known) => ({ ...known, ...laid })),
    /** Whether a line's download is this one by now; '' for none. */
    holds: (lineId: string, url: string): boolean => (urls.read()[lineId] ?? '').trim() === url.trim(),
    forget: (lineIds: readonly string[]): void => changeUrls((known) => withoutNames(known, lineIds)),
    /** @param video what the line's download is from now on */
    putArrived: (lineId: string, { url, fileName, sha256 }: ArrivedVideo): void => {
      names.change((known) => Object.fromEntries([...Object.entries(known), [url, fileName] as const].slice(-NAMES_KEPT)));
      changeUrls((known) => ({ ...known, [lineId]: url }));
      if (sha256 !== null) contents.change((known) => ({ ...known, [url]: sha256 }));
    },
  };
};

export const deskVideos = createDeskVideos(tabStore);
export const putArrivedVideo = deskVideos.putArrived;
