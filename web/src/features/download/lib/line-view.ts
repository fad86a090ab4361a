import type { DownloadPage, DownloadState } from '@stagereel/contracts';
import { CLAIM_SECONDS, errorCatalogue, formatDateTime, HOUR } from '@stagereel/contracts';
import type { StatusTone } from '../../../components/ui/status-badge.tsx';

export type DownloadLine = DownloadPage['orders'][number];

/** The view of a line: the state, the remaining chances, the button, and whether to offer help. */
export type LineView = { tone: StatusTone; word: string; note: string | null; button: string; isOpen: boolean; needsHelp: boolean };

const ONCE = `ダウンロードは1回限りです。開始から${CLAIM_SECONDS / HOUR}時間は、同じ端末の同じブラウザでもう一度ダウンロードできます。`;
const SENT_TWICE =
  'この動画は、お送りできるデータ量（2回分）の上限に達したため、最初からのダウンロードはできません。途中で止まった場合は、ブラウザのダウンロード一覧の「再開」で、続きから受け取れることがあります。保存できていない場合は、ご相談ください。';

const views: Record<DownloadState, (line: DownloadLine) => LineView> = {
  open: () => ({
    tone: 'positive',
    word: 'ダウンロードできます',
    note: ONCE,
    button: 'ダウンロード',
    isOpen: true,
    needsHelp: false,
  }),
  'claimed-here': ({ claimExpiresAt }) => ({
    tone: 'waiting',
    word: 'ダウンロード開始済み',
    note: claimExpiresAt === null ? null : `このブラウザでは、${formatDateTime(claimExpiresAt)}までもう一度ダウンロードできます。`,
    button: 'もう一度ダウンロード',
    isOpen: true,
    needsHelp: false,
  }),
  'claimed-elsewhere': () => ({
    tone: 'waiting',
    word: '別のブラウザで開始済み',
    note: errorCatalogue.DownloadClaimedElsewhere.message,
    button: 'ダウンロード',
    isOpen: false,
    needsHelp: true,
  }),
  'used-up': ({ wasSentTwice }) => ({
    tone: 'neutral',
    word: 'ダウンロード済み',
    note: wasSentTwice ? SENT_TWICE : errorCatalogue.DownloadUsedUp.message,
    button: 'ダウンロード',
    isOpen: false,
    needsHelp: true,
  }),
};

export const lineViewOf = (line: DownloadLine): LineView => views[line.state](line);

/** The shape of a video in pixels; where the shop does not know it, the usual one of its style. */
export const shapeOf = ({ width, height, style }: Pick<DownloadLine, 'width' | 'height' | 'style'>): { width: number; height: number } => {
  if (width !== null && height !== null) return { width, height };
  return style === '縦動画' ? { width: 9, height: 16 } : { width: 16, height: 9 };
};

/** A page is expired after its end. */
export const isExpired = (page: Pick<DownloadPage, 'expiresAt'>, now: number): boolean => now > Date.parse(page.expiresAt);

/** Whether this browser has a valid claim: a claim lasts a day, also after the page expired. */
export const isClaimValid = ({ state }: Pick<DownloadLine, 'state'>): boolean => state === 'claimed-here';
