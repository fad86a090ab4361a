import { ColorSwatch, Popover, SimpleGrid, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CATEGORY_COLORS } from '@stagereel/contracts';
import { IconCheck } from '@tabler/icons-react';
import styles from './color-picker.module.css';

const names: Readonly<Record<(typeof CATEGORY_COLORS)[number], string>> = {
  '#e03131': '赤',
  '#c2255c': 'ピンク',
  '#9c36b5': '紫',
  '#6741d9': '青紫',
  '#3b5bdb': '藍色',
  '#1971c2': '青',
  '#0c8599': '水色',
  '#099268': '青緑',
  '#2f9e44': '緑',
  '#66a80f': '黄緑',
  '#f08c00': '山吹色',
  '#e8590c': 'オレンジ',
  '#846358': '茶色',
  '#495057': 'グレー',
  '#212529': '黒',
};

/** The accessible name of a colour; a colour outside the palette has its hex code. */
const colorName = (color: string): string => names[color as keyof typeof names] ?? color;

/** A button with the current colour that opens the palette. */
export const ColorPicker = ({ color, onPick }: { color: string; onPick: (color: string) => void }) => {
  const [isOpen, opening] = useDisclosure(false);
  return (
    <Popover opened={isOpen} onChange={(next) => (next ? opening.open() : opening.close())} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={styles.target} aria-label={`カテゴリの色：${colorName(color)}`} onClick={opening.toggle}>
          <ColorSwatch color={color} size={26} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="カテゴリの色">
        <SimpleGrid cols={5} spacing={0}>
          {CATEGORY_COLORS.map((each) => (
            <UnstyledButton
              key={each}
              className={styles.color}
              aria-label={colorName(each)}
              aria-pressed={each === color}
              onClick={() => {
                onPick(each);
                opening.close();
              }}
            >
              <ColorSwatch color={each} size={26}>
                {each === color && <IconCheck size={16} color="#fff" aria-hidden />}
              </ColorSwatch>
            </UnstyledButton>
          ))}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
};
