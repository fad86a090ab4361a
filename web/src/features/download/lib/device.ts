export type Device = 'ios' | 'android' | 'other';

/** An iPad calls itself a Mac, but has a touch screen. */
export const deviceOf = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device => {
  if (/iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'other';
};
