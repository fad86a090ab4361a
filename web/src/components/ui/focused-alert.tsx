import type { AlertProps } from '@mantine/core';
import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** An alert that replaces what the visitor was doing, so it takes the focus and is scrolled into view. */
export const FocusedAlert = (props: AlertProps) => {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return <Alert ref={alert} tabIndex={-1} variant="light" role="alert" {...props} />;
};
