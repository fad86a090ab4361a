import { ScrollArea, Table } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { ContestRow } from './contest-row.tsx';

type Props = { contests: readonly Contest[]; onDeleted: () => void };

export const ContestTable = ({ contests, onDeleted }: Props) => (
  <ScrollArea type="auto">
    <Table miw={680} verticalSpacing="sm" highlightOnHover withTableBorder bg="var(--stage-surface)" aria-label="大会の一覧">
      <Table.Thead>
        <Table.Tr>
          <Table.Th miw={220}>大会名</Table.Th>
          <Table.Th w={150}>動画</Table.Th>
          <Table.Th w={150}>写真</Table.Th>
          <Table.Th w={80}>削除</Table.Th>
          <Table.Th w={130}>編集</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {contests.map((contest) => (
          <ContestRow key={contest.id} contest={contest} onDeleted={onDeleted} />
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);
