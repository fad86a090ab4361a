import { cleanup, render } from '@testing-library/react';
import { App } from '../app/app.tsx';

/** Reloads the page: what the browser keeps stays (address, history state, storage), and what the page held in memory is lost. */
export const reloadPage = (): void => {
  cleanup();
  render(<App />);
};
