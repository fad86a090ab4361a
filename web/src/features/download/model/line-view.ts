import type { DownloadPage, DownloadState } from '@stagereel/contracts';
import { errorCatalogue, formatDateTime } from '@stagereel/contracts';
import type { StatusTone } from '../../../components/ui/status-badge.tsx';

export type DownloadLine = DownloadPage['orders'][number];

/** How a line shows: its state as a word, what to know about it, and the button. */
export type LineView = { tone: StatusTone; word: string; note: string | null; button: string; isOpen: boolean };

const views: Record<DownloadState, (line: DownloadLine) => LineView> = {
  open: () => ({ tone: 'positive', word: 'ダウンロードできます', note: null, button: 'ダウンロード', isOpen: true }),
  'claimed-here': ({ claimExpiresAt }) => ({
    tone: 'waiting',
    word: 'ダウンロード開始済み',
    note: claimExpiresAt === null ? null : `このブラウザでは、${formatDateTime(claimExpiresAt)}までもう一度ダウンロードできます。`,
    button: 'もう一度ダウンロード',
    isOpen: true,
  }),
  'claimed-elsewhere': () => ({
    tone: 'waiting',
    word: '別のブラウザで開始済み',
    note: errorCatalogue.DownloadClaimedElsewhere.message,
    button: 'ダウンロード',
    isOpen: false,
  }),
  'used-up': () => ({
    tone: 'neutral',
    word: 'ダウンロード済み',
    note: errorCatalogue.DownloadUsedUp.message,
    button: 'ダウンロード',
    isOpen: false,
  }),
};

export const lineViewOf = (line: DownloadLine): LineView => views[line.state](line);

/** A page is expired when the present is past its end. */
export const isExpired = (page: Pick<DownloadPage, 'expiresAt'>, now: number): boolean => now > Date.parse(page.expiresAt);

/** Whether this browser has begun with a video and may go on: a claim lasts its day, also past the end of its page. */
export const isGoingOn = ({ state }: Pick<DownloadLine, 'state'>): boolean => state === 'claimed-here';
