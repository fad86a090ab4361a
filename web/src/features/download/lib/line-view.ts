import type { DownloadPage, DownloadState } from '@stagereel/contracts';
import { errorCatalogue, formatDateTime } from '@stagereel/contracts';
import type { StatusTone } from '../../../components/ui/status-badge.tsx';

export type DownloadLine = DownloadPage['orders'][number];

/** The view of a line: the state, a note and the button. */
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

/** A page is expired after its end. */
export const isExpired = (page: Pick<DownloadPage, 'expiresAt'>, now: number): boolean => now > Date.parse(page.expiresAt);

/** Whether this browser has a valid claim: a claim lasts a day, also after the page expired. */
export const isClaimValid = ({ state }: Pick<DownloadLine, 'state'>): boolean => state === 'claimed-here';
