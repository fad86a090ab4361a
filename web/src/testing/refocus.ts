import { focusManager, type QueryClient, QueryObserver } from '@tanstack/react-query';

/** Gives the window the focus anew. Resolves once every query that is watched has heard of it, which is a moment later. */
export const refocus = async (client: QueryClient): Promise<void> => {
  let stop = (): void => undefined;
  await new Promise<void>((resolve) => {
    // The youngest query hears of it last, and this one always asks again.
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
