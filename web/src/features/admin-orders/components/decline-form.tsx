import { Alert, Stack, Text, Textarea } from '@mantine/core';
import { type AdminLine, declineLineSchema, formatPrice, formatYen } from '@stagereel/contracts';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { ActForm } from './act-form.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

const REASON_LENGTH = 500;

type Props = {
  line: AdminLine;
  /** The reason of an earlier try, whose refund the provider refused. */
  reason: string;
  acts: OrderActs;
  onClose: () => void;
};

const problemOf = (reason: string): string | null => (declineLineSchema.safeParse({ reason }).success ? null : '理由を入力してください。');

/** Asks for the reason and names the sum that goes back, before a video is declined for good. */
export const DeclineForm = ({ line, reason: earlier, acts, onClose }: Props) => (
  <Alert color="red" variant="light" role="group" aria-label={`${line.orderNumber} を制作不可にする`}>
    <Stack gap="sm">
      <Text fw={700} c="var(--mantine-color-error)">
        この動画を制作不可にしますか？
      </Text>
      <Text>{formatPrice(line.price)}をお客様のカードに返金し、お客様にメールでお知らせします。この操作は取り消せません。</Text>
      <ActForm
        acts={acts}
        actKey={actKey({ kind: 'decline', lineId: line.id })}
        initial={earlier}
        problemOf={problemOf}
        onSend={(reason) => acts.run({ kind: 'decline', lineId: line.id, reason: reason.trim() }, { onDone: onClose })}
        submitLabel={`${formatYen(line.price)}を返金して制作不可にする`}
        submitColor="red.8"
        onClose={onClose}
      >
        {(field) => (
          <Textarea
            {...field}
            label={<FieldLabel required>理由</FieldLabel>}
            description="お客様へのメールにそのまま記載されます。操作履歴にも残ります。"
            required
            withAsterisk={false}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={REASON_LENGTH}
          />
        )}
      </ActForm>
    </Stack>
  </Alert>
);
