import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type AdminLine, declineLineSchema, formatPrice, formatYen } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

const REASON_LENGTH = 500;

type Props = {
  line: AdminLine;
  /** The reason of an earlier try, whose refund the provider refused. */
  reason: string;
  acts: OrderActs;
  onClose: () => void;
};

/** Asks for the reason and names the sum that goes back, before a video is declined for good. */
export const DeclineForm = ({ line, reason: earlier, acts, onClose }: Props) => {
  const [reason, setReason] = useState(earlier);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const key = actKey({ kind: 'decline', lineId: line.id });
  const failure = acts.failureAt(key);

  const submit = () => {
    const parsed = declineLineSchema.safeParse({ reason });
    setProblem(parsed.success ? null : '理由を入力してください。');
    if (!parsed.success) return field.current?.focus();
    acts.run({ kind: 'decline', lineId: line.id, reason: parsed.data.reason }, { onDone: onClose });
  };

  return (
    <Alert
      color="red"
      variant="light"
      role="group"
      title="この動画を制作不可にしますか？"
      aria-label={`${line.orderNumber} を制作不可にする`}
    >
      <Stack gap="sm">
        <Text>{formatPrice(line.price)}をお客様のカードに返金し、お客様にメールでお知らせします。この操作は取り消せません。</Text>
        <Textarea
          ref={field}
          label={<FieldLabel required>理由</FieldLabel>}
          description="お客様へのメールにそのまま記載されます。操作履歴にも残ります。"
          required
          withAsterisk={false}
          autoFocus
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_LENGTH}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setProblem(null);
          }}
        />
        {failure !== null && <FormErrors messages={[failure]} />}
        <Group gap="sm">
          <Button color="red.8" size="sm" h={44} onClick={submit} loading={acts.isRunning(key)}>
            {formatYen(line.price)}を返金して制作不可にする
          </Button>
          <Button variant="default" size="sm" h={44} onClick={onClose}>
            キャンセル
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
};
