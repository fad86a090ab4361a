import { Stack, Text } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { saleNoticeCountQuery } from '../../../api/admin-contests.ts';
import { TouchCheckbox } from '../../../components/ui/touch-inputs.tsx';

/** The width of a checkbox and its gap, so that the text stands below the label. */
const LABEL_INDENT = 36;

type Props = { contest: Contest; isOn: boolean; onChange: (isOn: boolean) => void };

/** Shows an unpublished contest to visitors, who can ask for a mail at the start of its sale. */
export const ComingSoonField = ({ contest, isOn, onChange }: Props) => {
  const { data } = useQuery({ ...saleNoticeCountQuery(contest.id), enabled: contest.isComingSoon });
  const count = contest.isComingSoon ? (data?.count ?? 0) : 0;
  return (
    <Stack gap={4} maw={640}>
      <TouchCheckbox
        label="近日販売として表示する"
        description="ホームに大会名・開催日・会場・カバー画像を表示し、販売開始のお知らせの申し込みを受け付けます。公開すると、申し込んだ方にメールを1通送信し、メールアドレスを削除します。"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {count > 0 && (
        <Text size="sm" ps={LABEL_INDENT} c={isOn ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
          {isOn
            ? `販売開始のお知らせの申し込み：${count.toLocaleString('ja-JP')}件`
            : `保存すると、お知らせの申し込み${count.toLocaleString('ja-JP')}件のメールアドレスを削除します。お知らせは送信しません。`}
        </Text>
      )}
    </Stack>
  );
};
