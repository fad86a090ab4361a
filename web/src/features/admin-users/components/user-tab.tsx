import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { UserEntry } from '@stagereel/contracts';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { usersQuery } from '../../../api/users.ts';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { WindowList } from '../../../components/ui/window-list.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';
import { matchesUser, roleOf, roles } from '../lib/match-user.ts';
import { InviteAdmin, type RenderSignIn } from './invite-admin.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { PersonalData } from './personal-data.tsx';
import { UserCard } from './user-card.tsx';

type Failures = Readonly<Record<string, string>>;

/** Errors of deletions by account: shown on the card, and above the list when the card no longer exists. */
const useDeletionFailures = (shown: readonly UserEntry[]) => {
  const [failures, setFailures] = useState<Failures>({});
  const isShown = (id: string): boolean => shown.some((user) => user.id === id);
  return {
    of: ({ id }: UserEntry): string | null => failures[id] ?? null,
    elsewhere: Object.entries(failures).flatMap(([id, message]) => (isShown(id) ? [] : [message])),
    /** Null clears the error. */
    note: ({ id }: UserEntry, message: string | null) =>
      setFailures(({ [id]: _before, ...rest }) => (message === null ? rest : { ...rest, [id]: message })),
  };
};

const CARD_HEIGHT = 96;

type UserTabProps = {
  /** The signed-in account was deleted, and its session ended. */
  onSelfDeleted: () => void;
  renderSignIn: RenderSignIn;
};

export const UserTab = ({ onSelfDeleted, renderSignIn }: UserTabProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const [search, setSearch] = useAddressText('q');
  const [roleName, setRole] = useAddressFilter('role');
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(usersQuery());
  const role = roleOf(roleName);
  const needle = useDeferredValue(search);
  const shown = useMemo(() => (data ?? []).filter((user) => matchesUser(user, { search: needle, role })), [data, needle, role]);
  const adminCount = useMemo(() => (data ?? []).filter(({ isAdmin }) => isAdmin).length, [data]);
  const failures = useDeletionFailures(shown);
  const isNarrowed = search !== '' || role !== '';

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2} ref={heading} tabIndex={-1}>
          ユーザー管理
        </Title>
        {data && (
          <Text size="sm" c="dimmed" role="status">
            登録ユーザー数：{data.length}人{isNarrowed && `（表示：${shown.length}人）`}
          </Text>
        )}
      </Group>
      <Group gap="sm">
        <SearchField label="ユーザーを検索" placeholder="メールアドレス・名前" value={search} onChange={setSearch} miw={240} maw={420} />
        <NativeSelect
          aria-label="ユーザーの種別"
          data={roles}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
          w={150}
        />
        <InviteAdmin renderSignIn={renderSignIn} />
        <PersonalData />
      </Group>
      <OpenInvitations />
      {isError && (
        <ErrorPanel
          title="ユーザーの一覧を読み込めませんでした"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          retryLabel="再読み込み"
        >
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      <FormErrors messages={failures.elsewhere} />
      {isPending && <LoadingText />}
      {data && shown.length === 0 && (
        <EmptyState icon={IconUsers} title={isNarrowed ? '条件に合うユーザーはいません' : '登録ユーザーはいません'} />
      )}
      {shown.length > 0 && (
        <WindowList items={shown} keyOf={({ id }) => id} heightOf={() => CARD_HEIGHT} gap={4} label="ユーザーの一覧">
          {(user) => (
            <UserCard
              user={user}
              isLastAdmin={user.isAdmin && adminCount === 1}
              failure={failures.of(user)}
              onFailure={(message) => failures.note(user, message)}
              onDeleted={() => heading.current?.focus()}
              onSelfDeleted={onSelfDeleted}
            />
          )}
        </WindowList>
      )}
    </Stack>
  );
};
