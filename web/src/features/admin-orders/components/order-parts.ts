import type { AdminLine, OrderTimeline } from '@stagereel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, useContext } from 'react';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';

/** What the orders show of other features. The page that composes the features gives it. */
export type OrderParts = {
  BulkDelivery: ComponentType<{ groups: readonly OrderGroup[]; workspace: OrderWorkspace }>;
  NotificationSettings: ComponentType;
  OrderTasks: ComponentType<{ order: OrderGroup; workspace: OrderWorkspace }>;
  OrderTaskBadge: ComponentType<{ order: OrderGroup }>;
  CustomerReports: ComponentType<{ timeline: OrderTimeline }>;
  /** What the name of a file says against the line that it is chosen for. */
  findContradictions: (queryClient: QueryClient, chosen: { line: AdminLine; fileName: string }) => Promise<readonly string[]>;
};

const OrderPartsContext = createContext<OrderParts | null>(null);

export const OrderPartsProvider = OrderPartsContext.Provider;

export const useOrderParts = (): OrderParts => {
  const parts = useContext(OrderPartsContext);
  if (parts === null) throw new Error('OrderPartsProvider is missing');
  return parts;
};
