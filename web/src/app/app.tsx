import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { lazyExtra } from '../lib/lazy-extra.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { toasts } from '../lib/toast.ts';
import { ErrorScreen } from './error-screen.tsx';
import { createRoutes } from './router.tsx';
import { showInitialData } from './show-initial-data.ts';
import { cssVariables, theme } from './theme.ts';

type Props = { children: ReactNode; onRetry: () => void };
type State = { failed: boolean };

/** The outermost error boundary: a screen that throws while it renders shows the error screen instead of a blank page. */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    reportError(error);
  }

  private readonly retry = (): void => {
    this.props.onRetry();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main>
        <ErrorScreen onRetry={this.retry} />
      </main>
    );
  }
}

// A toast only repeats what the page says.
const Toasts = lazyExtra(async () => (await import('../components/ui/toasts.tsx')).Toasts);

/** Loaded with the first toast. */
const LateToasts = () => {
  const isNeeded = useSyncExternalStore(
    toasts.store.subscribe,
    () => toasts.store.getState().length > 0,
    () => false,
  );
  return isNeeded ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
};

export type AppParts = { queryClient: QueryClient; router: ReturnType<typeof createBrowserRouter> };

/** What the app consists of in a browser. */
export const createAppParts = (): AppParts => {
  const queryClient = createQueryClient();
  return { queryClient, router: createBrowserRouter(createRoutes(queryClient)) };
};

/** With the given parts, or with those of a browser. */
export const App = ({ parts }: { parts?: AppParts }) => {
  const [{ queryClient, router }] = useState(() => parts ?? createAppParts());
  useEffect(() => showInitialData(queryClient), [queryClient]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary onRetry={() => queryClient.clear()}>
        <QueryClientProvider client={queryClient}>
          <LateToasts />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
};
