import { Kbd, Stack, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { TouchSwitch } from '../../../components/ui/touch-inputs.tsx';
import { isComposingKey } from '../../../lib/ime.ts';
import { isFocusFree } from '../../../lib/is-focus-free.ts';
import { createJsonSlot } from '../../../lib/json-slot.ts';

const shortcuts = [
  { keys: ['j', '↓'], effect: '次の注文へ移動' },
  { keys: ['k', '↑'], effect: '前の注文へ移動' },
  { keys: ['Enter'], effect: '選んでいる注文を開く・閉じる' },
  { keys: ['/'], effect: '注文を検索' },
  { keys: ['?'], effect: 'この一覧を表示' },
] as const;

/** WCAG 2.1.4: whoever dictates text, or presses keys by accident, can switch off shortcuts of a single character. */
const isEnabledSlot = createJsonSlot({ storage: () => window.localStorage, key: 'order-shortcuts', schema: z.boolean() });

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Moves the focus to the next order of the list, or to the first one if nothing has the focus. The neighbours of a visible order are rendered. */
const moveFocus = ({ list, step }: { list: HTMLElement; step: 1 | -1 }): void => {
  const current = document.activeElement?.closest('li[data-index]');
  const index = current && list.contains(current) ? Number(current.getAttribute('data-index')) + step : 0;
  list.querySelector<HTMLElement>(`li[data-index="${index}"] button[aria-expanded]`)?.focus();
};

type Shortcuts = { listId: string; searchId: string; onHelp: () => void };

/**
 * The keys of the order list. Those that move through the orders work while the list has the focus, or nothing has it. Neither a key that is typed into
 * a field nor one of an input method is a shortcut.
 */
const useShortcutKeys = ({ listId, searchId, onHelp }: Shortcuts, isEnabled: boolean): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isCharacter = key.length === 1;
      if (event.defaultPrevented || isComposingKey(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((isCharacter && !isEnabled) || isTyping(target) || document.querySelector('[role="dialog"]')) return;
      const list = document.getElementById(listId);
      const step = steps[key];
      if (step !== undefined && list && (list.contains(document.activeElement) || (isCharacter && isFocusFree()))) {
        event.preventDefault();
        moveFocus({ list, step });
      } else if (key === '/') {
        event.preventDefault();
        document.getElementById(searchId)?.focus();
      } else if (key === '?') {
        event.preventDefault();
        onHelp();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [listId, searchId, onHelp, isEnabled]);
};

type Props = Omit<Shortcuts, 'onHelp'> & { isOpen: boolean; setIsOpen: (isOpen: boolean) => void };

/** Handles the shortcuts and lists them in a dialog, where they can be switched off. `setIsOpen` never changes. */
export const OrderShortcuts = ({ listId, searchId, isOpen, setIsOpen }: Props) => {
  const [isEnabled, setIsEnabled] = useState(() => isEnabledSlot.read() ?? true);
  const [onHelp] = useState(() => () => setIsOpen(true));
  useShortcutKeys({ listId, searchId, onHelp }, isEnabled);
  return (
    <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="キーボードショートカット">
      <Stack gap="md">
        <Table aria-label="キーボードショートカット">
          <Table.Tbody>
            {shortcuts.map(({ keys, effect }) => (
              <Table.Tr key={effect}>
                <Table.Td w="8rem">
                  {keys.map((key) => (
                    <Kbd key={key} me={6}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{effect}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          入力欄に文字を入力しているときと、日本語の変換中は働きません。
        </Text>
        <TouchSwitch
          label="1文字のショートカットを使う"
          checked={isEnabled}
          onChange={({ currentTarget: { checked } }) => {
            isEnabledSlot.write(checked);
            setIsEnabled(checked);
          }}
        />
      </Stack>
    </Dialog>
  );
};
