import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { isCodeMissing, mayReload, reload } from '../lib/stale-code.ts';
import { ErrorScreen } from './error-screen.tsx';
import { PageLoading } from './page-loading.tsx';

/**
 * A route that could not be loaded or drawn. Where its code is missing, mostly after a release, the page is loaded anew without a word;
 * trying again opens the same address anew.
 */
export const RouteError = () => {
  const error = useRouteError();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const [openedAt] = useState(Date.now);
  const [isReloading] = useState(() => isCodeMissing(error) && mayReload(openedAt));

  useEffect(() => {
    console.error('route failed', error);
    if (isReloading) reload(openedAt);
  }, [error, isReloading, openedAt]);

  const retry = () => {
    // A browser may keep a failed import, so only a new page asks for the code again.
    if (isCodeMissing(error)) return window.location.reload();
    // What the page could not draw may be an answer it has kept.
    queryClient.removeQueries({ type: 'inactive' });
    void navigate(location, { replace: true, state: location.state });
  };

  return isReloading ? <PageLoading /> : <ErrorScreen onRetry={retry} />;
};

/** The same where not even the layout could be drawn. */
export const RootError = () => (
  <main>
    <RouteError />
  </main>
);
