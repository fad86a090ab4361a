import { jest } from '@jest/globals';

/** Makes the browser say that it is offline. Returns a function that makes it online again. */
export const goOffline = (): (() => void) => {
  const spy = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  return () => spy.mockRestore();
};
