import { ActionIcon, Alert, Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { formatYen, type PriceDescription, type SavedPriceDescription } from '@stagereel/contracts';
import { IconAlertTriangle, IconInfoCircle, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useSavePriceDescription } from '../../../api/admin-contests.ts';
import { athletesQuery } from '../../../api/contests.ts';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { showToast } from '../../../lib/toast.ts';
import { type PriceDraftErrors, type PriceDraftItem, priceContradictions, readPriceDraft, usePriceDraft } from '../lib/price-draft.ts';
import { EditConflict } from './edit-conflict.tsx';

/** A read-only price description. */
const SavedPrices = ({ items, notes }: PriceDescription) => (
  <>
    <Text>現在保存されている価格表：</Text>
    {items.length === 0 ? (
      <Text>料金の項目はありません。</Text>
    ) : (
      <List>
        {items.map(({ name, price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may be alike, and none moves
          <List.Item key={index}>
            {name}　{formatYen(price)}
          </List.Item>
        ))}
      </List>
    )}
    {notes !== '' && <Text style={{ whiteSpace: 'pre-wrap' }}>{notes}</Text>}
  </>
);

type PriceItemFieldsProps = {
  item: PriceDraftItem;
  position: number;
  errors: PriceDraftErrors[string] | undefined;
  autoFocus: boolean;
  onChange: (change: Partial<PriceDraftItem>) => void;
  onRemove: () => void;
};

/** One item: its name, its price and a delete button. */
const PriceItemFields = ({ item, position, errors, autoFocus, onChange, onRemove }: PriceItemFieldsProps) => (
  <Group gap="xs" align="flex-start" role="group" aria-label={`料金${position}`}>
    <TextInput
      aria-label={`料金${position}の項目名`}
      placeholder="項目名"
      maxLength={60}
      flex={1}
      miw={160}
      maw={420}
      autoFocus={autoFocus}
      value={item.name}
      error={errors?.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <TextInput
      aria-label={`料金${position}の価格（税込）`}
      placeholder="3,000"
      inputMode="numeric"
      maxLength={20}
      w={170}
      rightSection="円"
      value={item.price}
      error={errors?.price}
      onChange={(event) => onChange({ price: event.currentTarget.value })}
    />
    <ActionIcon variant="subtle" color="red" size={48} aria-label={`料金${position}を削除`} onClick={onRemove}>
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  </Group>
);

const MAX_ITEMS = 50;
const FAILED = '保存に失敗しました';

/** The editor, rendered when the saved state is loaded. */
export const PriceDescriptionForm = ({ contestId, saved }: { contestId: string; saved: SavedPriceDescription }) => {
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [errors, setErrors] = useState<PriceDraftErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [addedHere, setAddedHere] = useState(false);
  const { draft, isDirty, isUnsaved, isOvertaken, giveUp, changeItem, addItem, removeItem, changeNotes } = usePriceDraft({
    contestId,
    saved,
  });

  const save = useSavePriceDescription({
    contestId,
    onSaved: () => {
      giveUp();
      void showToast({ title: '保存しました', message: '価格表を保存しました', tone: 'success' });
    },
    onFailed: (error) => {
      const message = userMessageOf(error, 'もう一度お試しください。');
      setFailure(`${FAILED}: ${message}`);
      void showToast({ title: FAILED, message, tone: 'error' });
    },
  });

  const send = (seen: SavedPriceDescription) => {
    if (save.isPending) return;
    setFailure(null);
    const read = readPriceDraft(draft);
    setErrors('errors' in read ? read.errors : {});
    if ('description' in read) return save.mutate({ description: read.description, seen });
    // The fields get their errors with the next render.
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus());
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(draft.seen);
  };

  const abandon = () => {
    giveUp();
    setErrors({});
    setFailure(null);
  };

  // Not from the cache: prices are changed in another tab of this screen.
  const { data: athletes = [] } = useQuery({ ...athletesQuery(contestId), staleTime: 0 });
  const contradictions = priceContradictions({ items: draft.items, athletes });

  const forgetError = (id: string) => setErrors(({ [id]: _mended, ...rest }) => rest);

  return (
    <form ref={form} onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
      <Stack gap="md">
        {isUnsaved && (
          <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} title="まだ保存されていません">
            価格表を保存するまで、お客様には価格表を表示しません。
          </Alert>
        )}
        {draft.items.length === 0 && <Text c="dimmed">料金の項目はありません。</Text>}
        {draft.items.map((item, index) => (
          <PriceItemFields
            key={item.id}
            item={item}
            position={index + 1}
            errors={errors[item.id]}
            autoFocus={addedHere && index === draft.items.length - 1}
            onChange={(change) => {
              forgetError(item.id);
              changeItem(item.id, change);
            }}
            onRemove={() => removeItem(item.id)}
          />
        ))}
        <Group>
          <Button
            variant="light"
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={draft.items.length >= MAX_ITEMS}
            onClick={() => {
              setAddedHere(true);
              addItem();
            }}
          >
            料金を追加
          </Button>
        </Group>
        <Textarea
          label="備考"
          description="改行もそのまま表示されます。"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={4000}
          maw={640}
          value={draft.notes}
          onChange={(event) => changeNotes(event.currentTarget.value)}
        />
        {contradictions.length > 0 && (
          <Alert
            color="orange"
            variant="light"
            role="status"
            icon={<IconAlertTriangle aria-hidden />}
            title="販売価格と異なる料金があります"
          >
            <List>
              {contradictions.map(({ id, text }) => (
                <List.Item key={id}>{text}</List.Item>
              ))}
            </List>
            <Text mt="xs">お客様のお支払い額は、選手ごとの価格で決まります。このまま保存することもできます。</Text>
          </Alert>
        )}
        <FormErrors messages={failure ? [failure] : []} />
        {isOvertaken && (
          <EditConflict isSaving={save.isPending} returnTo={submitButton} onTakeTheirs={abandon} onKeepMine={() => send(saved)}>
            <SavedPrices {...saved} />
          </EditConflict>
        )}
        <Group gap="sm">
          <Button ref={submitButton} type="submit" loading={save.isPending}>
            価格表を保存
          </Button>
          {isDirty && (
            <>
              <Button variant="default" onClick={abandon}>
                変更を取り消す
              </Button>
              <Text size="sm" c="dimmed" role="status">
                保存していない変更があります。
              </Text>
            </>
          )}
        </Group>
      </Stack>
    </form>
  );
};
