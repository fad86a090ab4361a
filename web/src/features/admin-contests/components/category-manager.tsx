import { ActionIcon, Button, ColorSwatch, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { adminCategoriesQuery, useCreateCategory, useDeleteCategory } from '../../../api/admin-contests.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { showToast } from '../../../lib/toast.ts';
import { pickColor } from '../lib/pick-color.ts';
import styles from './category-manager.module.css';
import { ColorPicker } from './color-picker.tsx';

const NAME_REQUIRED = 'カテゴリ名を入力してください。';

/** Adds and deletes the contest's categories. */
export const CategoryManager = ({ contestId }: { contestId: string }) => {
  const { data: categories, isPending, isError, error, refetch, isFetching } = useQuery(adminCategoriesQuery(contestId));
  const create = useCreateCategory(contestId);
  const remove = useDeleteCategory(contestId);
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [deleteError, setDeleteError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The random colour stays the same until the list changes.
  const free = useMemo(() => pickColor((categories ?? []).map((category) => category.color)), [categories]);
  const color = picked ?? free;

  const refuse = (message: string) => {
    setFieldError(message);
    field.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (name.trim() === '') return refuse(NAME_REQUIRED);
    create.mutate(
      { name, color },
      {
        onSuccess: () => {
          setName('');
          setPicked(null);
          field.current?.focus();
          void showToast({ title: '追加しました', message: 'カテゴリを追加しました', tone: 'success' });
        },
        onError: (failure) => refuse(userMessageOf(failure, 'カテゴリの追加に失敗しました。')),
      },
    );
  };

  const deleteOne = (categoryId: string) => {
    setDeleteError(null);
    remove.mutate(categoryId, {
      onSuccess: () => void showToast({ title: '削除しました', message: 'カテゴリを削除しました', tone: 'success' }),
      onError: (failure) => setDeleteError(userMessageOf(failure, 'カテゴリの削除に失敗しました。')),
    });
  };

  return (
    <DataCard title="カテゴリ管理">
      <Stack gap="md">
        {isPending && <LoadingText />}
        {isError && (
          <ErrorPanel title="カテゴリを読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
            {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
          </ErrorPanel>
        )}
        {categories?.length === 0 && <Text c="dimmed">カテゴリはまだありません。</Text>}
        {categories !== undefined && categories.length > 0 && (
          <ul className={styles.list}>
            {categories.map((category) => (
              <li key={category.id} className={styles.category}>
                <ColorSwatch color={category.color} size={14} />
                <span>{category.name}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  radius="xl"
                  aria-label={`${category.name}を削除`}
                  onClick={() => deleteOne(category.id)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {deleteError && (
          <Text c="var(--mantine-color-error)" role="alert">
            {deleteError}
          </Text>
        )}
        <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
          <Group gap="sm" align="flex-start">
            <ColorPicker color={color} onPick={setPicked} />
            <TextInput
              ref={field}
              aria-label="カテゴリ名"
              placeholder="カテゴリ名"
              maxLength={60}
              flex={1}
              miw={180}
              maw={360}
              value={name}
              error={fieldError}
              onChange={(event) => {
                setName(event.currentTarget.value);
                setFieldError(null);
              }}
            />
            <Button type="submit" variant="light" loading={create.isPending}>
              カテゴリを追加
            </Button>
          </Group>
        </form>
      </Stack>
    </DataCard>
  );
};
