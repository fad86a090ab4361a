import { useMutation } from '@tanstack/react-query';
import { sendSecondStepCode } from '../../../lib/second-step-code.ts';

/** A code by mail; one that was mailed before is void. */
export const useResendTwoFactor = () => useMutation({ mutationFn: sendSecondStepCode });
