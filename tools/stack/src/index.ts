export { type Backing, type BackingName, type StartBackingInput, startBacking } from './start-backing.ts';
