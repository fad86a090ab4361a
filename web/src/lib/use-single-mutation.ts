import type { UseMutationOptions, UseMutationResult } from '@tanstack/react-query';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

type Options<Data, Variables> = Pick<UseMutationOptions<Data, Error, Variables>, 'mutationFn' | 'onSuccess' | 'onSettled'>;

/**
 * A mutation that ignores calls while it is pending. `isPending` reaches the screen a moment after the click, so without this the second
 * click of a double click would send again.
 */
export const useSingleMutation = <Data, Variables>(options: Options<Data, Variables>): UseMutationResult<Data, Error, Variables> => {
  const isUnderWay = useRef(false);
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    onSettled: (...args) => {
      isUnderWay.current = false;
      return options.onSettled?.(...args);
    },
  });
  const mutate: typeof mutation.mutate = (...args) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
};
