import type { AlertProps } from '@mantine/core';
import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** News that ends what the visitor was doing: it takes the focus, which also brings it into view. */
export const FocusedAlert = (props: AlertProps) => {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return <Alert ref={alert} tabIndex={-1} variant="light" role="alert" {...props} />;
};
