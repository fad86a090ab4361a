import type {
  AnchorFactory,
  ButtonFactory,
  CSSVariablesResolver,
  ExtendComponent,
  FactoryPayload,
  InputFactory,
  InputWrapperFactory,
  MantineColorsTuple,
} from '@mantine/core';
import { createTheme, rem } from '@mantine/core';
import { ButtonRoot } from '../components/ui/button-root.tsx';

/** Ink blue. White text on shades 6 to 9, and these shades on white, have a contrast of at least 4.5. */
const brand: MantineColorsTuple = [
  '#eef2fd',
  '#dbe3fa',
  '#b6c6f3',
  '#8fa8ec',
  '#7190e6',
  '#5478dc',
  '#3d63d2',
  '#3053bd',
  '#2846a3',
  '#1f3885',
];

/** Mantine's dark greys, slightly cooler to match the brand's blue. */
const dark: MantineColorsTuple = [
  '#d3d7df',
  '#bcc2cd',
  '#8e95a3',
  '#6b7280',
  '#3d434f',
  '#343943',
  '#262a33',
  '#1d2027',
  '#16181d',
  '#101216',
];

/** The Japanese fonts of iOS and macOS, Windows, Android and Linux. A web font would be larger than everything else that a page loads. */
const FONT =
  "'Hiragino Sans', 'Hiragino Kaku Gothic ProN', 'BIZ UDPGothic', 'Yu Gothic UI', Meiryo, 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif";

/** The minimum size of a touch target. */
const TOUCH = rem(48);

/** What `extend` of the component does, without loading the component: a page without fields needs no Input. */
const ofTheme = <F extends FactoryPayload>(component: ExtendComponent<F>) => component;

export const theme = createTheme({
  colors: { brand, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: false,
  fontFamily: FONT,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: FONT,
    fontWeight: '700',
    sizes: {
      h1: { fontSize: 'clamp(1.5rem, 1.2rem + 1.4vw, 2rem)', lineHeight: '1.4' },
      h2: { fontSize: 'clamp(1.2rem, 1.1rem + 0.5vw, 1.4rem)', lineHeight: '1.45' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.5' },
    },
  },
  lineHeights: { xs: '1.5', sm: '1.6', md: '1.7', lg: '1.7', xl: '1.7' },
  components: {
    Button: ofTheme<ButtonFactory>({
      defaultProps: { size: 'md', component: ButtonRoot },
      vars: (_theme, { size }) => (size === 'md' ? { root: { '--button-height': TOUCH, '--button-fz': rem(16) } } : { root: {} }),
    }),
    Input: ofTheme<InputFactory>({
      defaultProps: { size: 'md' },
      vars: (_theme, { size }) => ({
        // Below 16 px iOS zooms into a focused field.
        wrapper: size === 'md' ? { '--input-height': TOUCH, '--input-fz': rem(16) } : {},
      }),
    }),
    InputWrapper: ofTheme<InputWrapperFactory>({ defaultProps: { size: 'md' } }),
    Anchor: ofTheme<AnchorFactory>({ defaultProps: { underline: 'always' } }),
  },
});

/** Text has a contrast of at least 4.5 in both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6270',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': 'var(--mantine-color-brand-7)',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-orange-light-color': '#a63c00',
    '--stage-page': '#f6f7f9',
    '--stage-surface': '#ffffff',
    '--stage-line': '#e1e4ea',
    '--stage-muted': '#eef0f5',
    '--stage-field-line': '#868e99',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0bd',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': 'var(--mantine-color-brand-3)',
    '--mantine-color-placeholder': '#959ca8',
    '--mantine-color-body': '#1d2027',
    '--stage-page': '#16181d',
    '--stage-surface': '#1d2027',
    '--stage-line': '#343943',
    '--stage-muted': '#262a33',
    '--stage-field-line': '#7a818d',
  },
});
