import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { createQueryClient } from '../lib/query-client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { cssVariables, theme } from './theme.ts';

/** Toasts come after the first paint: no page needs them to show. */
const Toasts = lazy(async () => ({ default: (await import('../components/ui/toasts.tsx')).Toasts }));

export const AppProvider = ({ children }: { children: ReactNode }) => {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
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
