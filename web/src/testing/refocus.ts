import { focusManager, type QueryClient, QueryObserver } from '@tanstack/react-query';

/** Focuses the window again. Resolves when every observed query was notified, a moment later. */
export const refocus = async (client: QueryClient): Promise<void> => {
  let stop = (): void => undefined;
  await new Promise<void>((resolve) => {
    // The newest query is notified last, and this one always refetches.
    const witness = new QueryObserver(client, {
      queryKey: ['witness'],
      queryFn: () => {
        resolve();
        return 'asked';
      },
      initialData: 'not asked',
      staleTime: 0,
      refetchOnMount: false,
      refetchOnWindowFocus: true,
    });
    stop = witness.subscribe(() => undefined);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  stop();
  focusManager.setFocused(undefined);
};
