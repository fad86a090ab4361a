import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router-dom';
import { createQueryClient } from '../lib/query-client.ts';
import { App } from './app.tsx';
import { createRoutes } from './router.tsx';
import { whenReady } from './when-ready.ts';

export { INLINE_SCRIPTS } from '@stagereel/contracts';

/** The HTML of a page before its data is there. Runs in the build. */
export const prerender = async (path: string): Promise<string> => {
  const queryClient = createQueryClient();
  const router = createMemoryRouter(createRoutes(queryClient), { initialEntries: [path] });
  await whenReady(router);
  const [error] = Object.values(router.state.errors ?? {});
  if (error !== undefined) throw error;
  return renderToString(
    <StrictMode>
      <App parts={{ queryClient, router }} />
    </StrictMode>,
  );
};
