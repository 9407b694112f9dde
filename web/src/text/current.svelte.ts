import { state } from '../state/state.svelte';
import { dictionaries, type Text } from '.';

/** The words in the reader's language. */
export const t = (): Text => dictionaries[state.lang];
