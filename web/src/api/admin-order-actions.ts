import type { DeliveryDoubts, mailResentSchema, OrderTimeline, resendMailSchema } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { RequestOptions } from '../lib/api-client.ts';
import { postJson, requestJson } from '../lib/api-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';
import { orderAuditQuery, ordersQuery, orderTimelineQuery } from './admin-orders.ts';

/** An admin's action on a paid order. Each response is the order's timeline after the action. */
export type OrderAction =
  | { kind: 'correct'; email: string }
  | { kind: 'extend' }
  | { kind: 'reopen' }
  /** `openedAt`: of the download page that is shown; a page of a later delivery is not recalled. */
  | { kind: 'recall'; openedAt: string }
  /** `confirmedDoubts`: the server's delivery doubts that the admin has read and overrides. */
  | { kind: 'replace'; lineId: string; url: string; confirmedDoubts: DeliveryDoubts }
  | { kind: 're-arm'; lineId: string }
  | { kind: 'decline'; lineId: string; reason: string };

/** An admin's action on a task of an order. */
export type OrderTaskAction =
  /** Sends the rejected mails to this address, which becomes the order's. `seenEmail`: the order's address that the admin has seen. */
  { kind: 'resend-rejected'; taskId: string; email: string; seenEmail: string } | { kind: 'close-task'; taskId: string; note: string };

type Request = { path: string } & Pick<RequestOptions, 'method' | 'json'>;

const requestOf = ({ orderNumber, action }: { orderNumber: string; action: OrderAction | OrderTaskAction }): Request => {
  const order = `/api/orders/${orderNumber}`;
  const delivered = `/api/admin/orders/${orderNumber}`;
  switch (action.kind) {
    case 'correct':
      return { path: `${order}/customer`, method: 'PATCH', json: { email: action.email } };
    case 'extend':
    case 'reopen':
      return { path: `${order}/${action.kind}`, method: 'POST' };
    case 'recall':
      return { path: `${delivered}/recall`, method: 'POST', json: { openedAt: action.openedAt } };
    case 'replace':
      return {
        path: `${delivered}/lines/${action.lineId}/video`,
        method: 'PUT',
        json: { url: action.url, confirmedDoubts: action.confirmedDoubts },
      };
    case 're-arm':
      return { path: `${order}/lines/${action.lineId}/re-arm`, method: 'POST' };
    case 'decline':
      return { path: `${order}/lines/${action.lineId}/decline`, method: 'POST', json: { reason: action.reason } };
    case 'resend-rejected':
      return {
        path: `${delivered}/tasks/${action.taskId}/resend`,
        method: 'POST',
        json: { email: action.email, seenEmail: action.seenEmail },
      };
    case 'close-task':
      return { path: `${delivered}/tasks/${action.taskId}/close`, method: 'POST', json: { note: action.note } };
  }
};

type ActionOptions<Action> = {
  orderNumber: string;
  onDone: (action: Action, timeline: OrderTimeline) => void;
  onFailed: (action: Action, error: Error) => void;
};

/** One action at a time. The callbacks also run when the dialog is closed. */
export const useOrderAction = <Action extends OrderAction | OrderTaskAction = OrderAction>(options: ActionOptions<Action>) => {
  const { orderNumber, onDone, onFailed } = options;
  const queryClient = useQueryClient();
  return useSingleMutation<OrderTimeline, Action>({
    mutationFn: (action) => {
      const { path, ...options } = requestOf({ orderNumber, action });
      return requestJson<OrderTimeline>(path, options);
    },
    onSuccess: (timeline, action) => {
      queryClient.setQueryData(orderTimelineQuery(orderNumber).queryKey, timeline);
      onDone(action, timeline);
    },
    onSettled: (_timeline, error, action) => {
      if (error) onFailed(action, error);
      void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey });
      void queryClient.invalidateQueries({ queryKey: orderAuditQuery(orderNumber).queryKey });
    },
  });
};

export type ResentTemplate = z.infer<typeof resendMailSchema>['template'];
type ResendResponse = z.infer<typeof mailResentSchema>;
type ResendOptions = {
  orderNumber: string;
  onDone: (template: ResentTemplate, response: ResendResponse) => void;
  onFailed: (template: ResentTemplate, error: Error) => void;
};

/** POST /api/orders/{orderNumber}/mails. The response can take seconds; the callbacks also run when the dialog is closed. */
export const useResendMail = ({ orderNumber, onDone, onFailed }: ResendOptions) => {
  const queryClient = useQueryClient();
  return useSingleMutation<ResendResponse, ResentTemplate>({
    mutationFn: (template) => postJson<ResendResponse>(`/api/orders/${orderNumber}/mails`, { template }),
    onSuccess: (response, template) => onDone(template, response),
    onSettled: (_response, error, template) => {
      if (error) onFailed(template, error);
      void queryClient.invalidateQueries({ queryKey: orderTimelineQuery(orderNumber).queryKey });
      void queryClient.invalidateQueries({ queryKey: orderAuditQuery(orderNumber).queryKey });
    },
  });
};
