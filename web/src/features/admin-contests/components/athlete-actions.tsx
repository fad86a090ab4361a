import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Athlete } from '@stagereel/contracts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';

type Props = { athlete: Athlete; isLocked: boolean; onRestore: () => void; onErase: (isPermanent: boolean) => void };

const purgeText = ({ athleteNumber, category }: Athlete): string =>
  `番号 ${athleteNumber}（${category}）の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。`;

/** Hiding an athlete can be undone and asks nothing; removing one for good asks first. */
export const AthleteActions = ({ athlete, isLocked, onRestore, onErase }: Props) => {
  const [isAsking, asking] = useDisclosure(false);
  const who = athlete.athleteNumber;
  const size = { size: 'xs', h: 44, disabled: isLocked } as const;

  if (!athlete.isDeleted) {
    return (
      <Button {...size} variant="subtle" color="red" onClick={() => onErase(false)} aria-label={`${who} を削除`}>
        削除
      </Button>
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button {...size} variant="light" onClick={onRestore} aria-label={`${who} を復元`}>
        復元
      </Button>
      <Button {...size} variant="subtle" color="red" onClick={asking.open} aria-label={`${who} を完全に削除`}>
        完全削除
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="完全に削除しますか？"
        confirmLabel="完全に削除する"
        onConfirm={() => onErase(true)}
        onClose={asking.close}
      >
        {purgeText(athlete)}
      </ConfirmDialog>
    </Group>
  );
};
