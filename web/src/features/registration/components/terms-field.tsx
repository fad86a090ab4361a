import { Anchor, Stack, Text } from '@mantine/core';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { TouchCheckbox } from '../../../components/ui/touch-checkbox.tsx';
import { paths } from '../../../config/paths.ts';

type Props = { ref: Ref<HTMLInputElement>; checked: boolean; onChange: (checked: boolean) => void; error: string | undefined };

const NewTab = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} target="_blank" rel="noopener" inherit>
    {children}
    <span className="visually-hidden">（新しいタブで開きます）</span>
  </Anchor>
);

/** Nobody loses what they typed by reading the terms: they open in a tab of their own. */
export const TermsField = ({ ref, checked, onChange, error }: Props) => (
  <Stack gap={4}>
    <Text size="sm" c="dimmed">
      <NewTab to={paths.terms.to()}>利用規約</NewTab>と<NewTab to={paths.privacy.to()}>プライバシーポリシー</NewTab>
      をお読みのうえ、同意してください。
    </Text>
    <TouchCheckbox
      ref={ref}
      label={<FieldLabel required>利用規約に同意する</FieldLabel>}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
    />
  </Stack>
);
