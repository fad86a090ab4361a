import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { createQueryClient } from '../lib/query-client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { cssVariables, theme } from './theme.ts';

const loadToasts = async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('../components/ui/toasts.tsx')).Toasts };
  } catch {
    // What a toast says stands on the page, too: nobody shall see an error screen for want of them.
    return { default: () => null };
  }
};

/** Toasts come after the first paint: no page needs them to show. */
const Toasts = lazy(loadToasts);

export const AppProvider = ({ children }: { children: ReactNode }) => {
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
