import type { mailResentSchema, resendMailSchema } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { orderLifeQuery } from './get-order-life.ts';
import { orderAuditQuery } from './list-order-audit.ts';

export type ResentTemplate = z.infer<typeof resendMailSchema>['template'];
type Answer = z.infer<typeof mailResentSchema>;
type Options = {
  orderNumber: string;
  onDone: (template: ResentTemplate, answer: Answer) => void;
  onFailed: (template: ResentTemplate, error: Error) => void;
};

/** POST /api/orders/{orderNumber}/mails; the answer may wait seconds for the mail, and is told also when the dialog is closed. */
export const useResendMail = ({ orderNumber, onDone, onFailed }: Options) => {
  const queryClient = useQueryClient();
  return useSingleMutation<Answer, ResentTemplate>({
    mutationFn: (template) => postJson<Answer>(`/api/orders/${orderNumber}/mails`, { template }),
    onSuccess: (answer, template) => onDone(template, answer),
    onSettled: (_answer, error, template) => {
      if (error) onFailed(template, error);
      void queryClient.invalidateQueries({ queryKey: orderLifeQuery(orderNumber).queryKey });
      void queryClient.invalidateQueries({ queryKey: orderAuditQuery(orderNumber).queryKey });
    },
  });
};
