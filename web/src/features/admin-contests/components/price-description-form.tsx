import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { SavedPriceDescription } from '@stagereel/contracts';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { showToast } from '../../../lib/toast.ts';
import { useSavePriceDescription } from '../api/price-description.ts';
import { type PriceDraftErrors, readPriceDraft } from '../lib/price-draft.ts';
import { EditConflict } from './edit-conflict.tsx';
import { PriceItemFields } from './price-item-fields.tsx';
import { SavedPrices } from './saved-prices.tsx';
import { usePriceDraft } from './use-price-draft.ts';

const MAX_ITEMS = 50;
const FAILED = '保存に失敗しました';

/** The editor itself, once what is saved is known. */
export const PriceDescriptionForm = ({ contestId, saved }: { contestId: string; saved: SavedPriceDescription }) => {
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [errors, setErrors] = useState<PriceDraftErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [addedHere, setAddedHere] = useState(false);
  const { draft, isDirty, isOvertaken, giveUp, changeItem, addItem, removeItem, changeNotes } = usePriceDraft({ contestId, saved });

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
    // The fields carry their errors only after the next drawing.
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

  const forgetError = (id: string) => setErrors(({ [id]: _mended, ...rest }) => rest);

  return (
    <form ref={form} onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
      <Stack gap="md">
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
