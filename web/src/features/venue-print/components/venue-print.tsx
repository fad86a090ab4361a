import { Alert, Button, Group, NativeSelect, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Athlete, Category, Contest } from '@stagereel/contracts';
import { IconAlertTriangle, IconPrinter, IconUsers } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { athleteCards, CARDS_PER_SHEET, countByCategory, sheetsOf } from '../lib/athlete-cards.ts';
import styles from './sheets.module.css';
import { CardSheet, Poster } from './sheets.tsx';

const STEP = 5;

/** Grows from a few to `total`, a few more after each rendering, so that hundreds of sheets never block the page. Starts again for another `key`. */
const useGrowingCount = ({ total, key }: { total: number; key: string }): number => {
  const [state, setState] = useState({ key, count: STEP });
  const count = Math.min(total, state.key === key ? state.count : STEP);

  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setState({ key, count: count + STEP }), 0);
    return () => clearTimeout(timer);
  }, [count, total, key]);

  return count;
};

type Kind = 'poster' | 'cards';
const kinds: { value: Kind; label: string }[] = [
  { value: 'poster', label: 'ポスター' },
  { value: 'cards', label: '選手カード' },
];

const ALL = '';

type Props = { contest: Contest; categories: readonly Category[]; athletes: readonly Athlete[] };

/** The sheets of a contest for its venue: a poster, or a card for every athlete on sale. */
export const VenuePrint = ({ contest, categories, athletes }: Props) => {
  const [kind, setKind] = useState<Kind>('poster');
  const [category, setCategory] = useState(ALL);
  const cards = useMemo(() => athleteCards(categories, athletes), [categories, athletes]);
  const counts = useMemo(() => countByCategory(cards), [cards]);
  const sheets = useMemo(() => sheetsOf(category === ALL ? cards : cards.filter((card) => card.category === category)), [cards, category]);
  const shown = useGrowingCount({ total: kind === 'cards' ? sheets.length : 0, key: `${kind} ${category}` });

  const pages = kind === 'poster' ? 1 : sheets.length;
  const isComplete = kind === 'poster' || shown === sheets.length;
  return (
    <Stack gap="lg">
      <Stack gap="md" className="screen-only">
        {!contest.videoPublished && (
          <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} title="この大会は公開されていません">
            公開するまで、QRコードを読み取っても動画は購入できません。
          </Alert>
        )}
        <Group gap="md" align="flex-end">
          <SegmentedControl
            aria-label="印刷するもの"
            size="md"
            transitionDuration={0}
            classNames={{ label: styles.kind }}
            data={kinds}
            value={kind}
            onChange={(value) => setKind(value as Kind)}
          />
          {kind === 'cards' && counts.length > 0 && (
            <NativeSelect
              label="カテゴリー"
              size="md"
              value={category}
              onChange={(event) => setCategory(event.currentTarget.value)}
              data={[
                { value: ALL, label: `すべて（${cards.length}名）` },
                ...counts.map(({ category: name, count }) => ({ value: name, label: `${name}（${count}名）` })),
              ]}
            />
          )}
          <Button leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()} disabled={pages === 0 || !isComplete}>
            印刷する
          </Button>
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {isComplete ? `A4サイズ ${pages}ページ` : `カードを準備しています（${shown}／${sheets.length}ページ）`}
        </Text>
        {!isComplete && <Progress value={(shown / sheets.length) * 100} aria-label="カードの準備" />}
        {kind === 'cards' && (
          <Text size="sm" c="dimmed">
            A4の名刺用紙（{CARDS_PER_SHEET}面、91×55mm）にも印刷できます。印刷画面で倍率を100%、余白を「なし」にしてください。
          </Text>
        )}
      </Stack>
      {pages === 0 ? (
        <EmptyState icon={IconUsers} title="販売中の選手がいません">
          <Text size="sm">選手の動画が販売中になると、ここにカードが表示されます。</Text>
        </EmptyState>
      ) : (
        <div className={styles.frame}>
          <div className={styles.preview}>
            {kind === 'poster' ? (
              <Poster contest={contest} />
            ) : (
              sheets
                .slice(0, shown)
                .map((sheet, index) => (
                  <CardSheet key={sheet[0]?.id} contest={contest} athletes={sheet} label={`選手カード ${index + 1}ページ`} />
                ))
            )}
          </div>
        </div>
      )}
    </Stack>
  );
};
