import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ComponentType, type ErrorInfo, lazy, type ReactNode, Suspense, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createQueryClient } from '../lib/query-client.ts';
import { ErrorScreen } from './error-screen.tsx';
import { createRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

type Props = { children: ReactNode; onRetry: () => void };
type State = { failed: boolean };

/** The outermost error boundary: a screen that throws while it renders shows the error screen instead of a blank page. */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('Screen failed', error, info.componentStack);
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

const loadToasts = async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('../components/ui/toasts.tsx')).Toasts };
  } catch {
    // A toast only repeats what the page says, so a failed import of its code is ignored.
    return { default: () => null };
  }
};

/** Loaded after the first paint, because no page needs toasts to render. */
const Toasts = lazy(loadToasts);

const AppProvider = ({ children }: { children: ReactNode }) => {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary onRetry={() => queryClient.clear()}>
        <QueryClientProvider client={queryClient}>
          <Suspense>
            <Toasts />
          </Suspense>
          {children}
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
};

export const App = () => {
  const [router] = useState(createRouter);
  return (
    <AppProvider>
      <RouterProvider router={router} />
    </AppProvider>
  );
};
