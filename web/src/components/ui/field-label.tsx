import { Text } from '@mantine/core';

type Props = { children: string; required?: boolean };

/** A field's label; required fields carry `※必須`. */
export const FieldLabel = ({ children, required = false }: Props) => (
  <>
    {children}
    {required && (
      <>
        <wbr />
        <Text component="span" className="nowrap" c="var(--mantine-color-error)" fz="xs" fw={600} ml={6}>
          ※必須
        </Text>
      </>
    )}
  </>
);
