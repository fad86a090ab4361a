import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

export type StatusTone = 'positive' | 'waiting' | 'due' | 'negative' | 'neutral';

const colors = { positive: 'teal', waiting: 'yellow', due: 'orange', negative: 'red', neutral: 'gray' } as const satisfies Record<
  StatusTone,
  string
>;

/** A state as text; the colour only emphasises it. */
export const StatusBadge = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <Badge color={colors[tone]} variant="light" size="lg" radius="sm" tt="none" className="status-badge" data-tone={tone}>
    {children}
  </Badge>
);
