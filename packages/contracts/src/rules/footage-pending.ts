/** What is said of a finished video that the shop is still reading. It ends by itself, so nobody is asked to confirm it. */
export const FOOTAGE_PENDING = '動画の確認がまだ終わっていません。少し待ってから、もう一度お試しください。';

/** Whether a doubt about a line's video is, or begins with, that it is still being read. */
export const isFootagePending = (doubt: string): boolean => doubt.startsWith(FOOTAGE_PENDING);
