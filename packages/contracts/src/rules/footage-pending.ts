/** The delivery doubt about a video whose metadata is not read yet. It disappears by itself, so no admin has to confirm it. */
export const FOOTAGE_PENDING = '動画の確認がまだ終わっていません。少し待ってから、もう一度お試しください。';

/** True when a delivery doubt says (or starts with) that the video's metadata is not read yet. */
export const isFootagePending = (doubt: string): boolean => doubt.startsWith(FOOTAGE_PENDING);
