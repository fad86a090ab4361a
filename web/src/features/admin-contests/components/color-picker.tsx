import { ColorSwatch, Popover, SimpleGrid, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CATEGORY_COLORS } from '@stagereel/contracts';
import { IconCheck } from '@tabler/icons-react';
import { colorName } from '../lib/color-names.ts';
import styles from './color-picker.module.css';

/** One colour of the palette, behind a button that shows the present one. */
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
