import type { VideoSource } from './order.ts';

/** Where a video comes from, as the audit log says it: what follows the host of an outside link may be a key to the video. */
export const sourceNameOf = ({ kind, url }: VideoSource): string => (kind === 'stored' ? url : new URL(url).host);
