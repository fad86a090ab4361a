import type { CardProvider } from '../card-provider.ts';
import { lookUpIntent } from './simulator-api.ts';
import { SimulatorCardForm } from './simulator-card-form.tsx';

export const simulator: CardProvider = { CardForm: SimulatorCardForm, lookUp: lookUpIntent };
