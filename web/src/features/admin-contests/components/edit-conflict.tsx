import { Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';
import { focusIfLost } from '../lib/focus-if-lost.ts';

type Props = {
  /** The current saved state. */
  children: ReactNode;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  isSaving: boolean;
  /** Called after the choice, to move the focus. */
  returnTo: RefObject<HTMLElement | null>;
};

/** Shows what somebody else saved during editing, and lets the user choose between both versions. */
export const EditConflict = ({ children, onTakeTheirs, onKeepMine, isSaving, returnTo }: Props) => {
  useEffect(
    () => () => {
      requestAnimationFrame(() => focusIfLost(returnTo.current));
    },
    [returnTo],
  );
  return (
    <FocusedAlert w="100%" color="orange" icon={<IconUsers aria-hidden />} title="ほかの画面で変更されました">
      <Stack gap="sm">
        <Text component="div">{children}</Text>
        <Text size="sm">入力した内容は、まだ保存されていません。</Text>
        <Group gap="sm">
          <Button variant="default" size="sm" h={44} onClick={onTakeTheirs} disabled={isSaving}>
            最新の内容を使う
          </Button>
          <Button variant="default" size="sm" h={44} onClick={onKeepMine} loading={isSaving}>
            入力した内容で上書きする
          </Button>
        </Group>
      </Stack>
    </FocusedAlert>
  );
};
