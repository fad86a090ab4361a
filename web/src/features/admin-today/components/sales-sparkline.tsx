import '@mantine/charts/styles.css';
import { Sparkline } from '@mantine/charts';

/** The sales of each day of the month. The figure beside it says the total. `inert`, because the library makes its charts focusable. */
export const SalesSparkline = ({ days }: { days: readonly number[] }) => (
  <Sparkline inert h={24} data={[...days]} curveType="linear" color="brand.6" fillOpacity={0.2} strokeWidth={1.5} />
);
