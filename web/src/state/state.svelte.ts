// The one state of the page, kept equal to the address.
import { formatHash, parseHash, type State } from './table';

export const state: State = $state(parseHash(location.hash));

/** Call once, inside a component: from then on state and address follow each other. */
export function keepInAddress(): void {
  $effect(() => {
    const hash = formatHash(state);
    if (hash === location.hash) return;
    const before = parseHash(location.hash);
    // A new chapter is a place to come back to; everything else is not worth a step of "back".
    if (location.hash !== '' && before.chapter !== state.chapter) return history.pushState(null, '', hash);
    const write = () => history.replaceState(null, '', hash);
    if (before.step !== state.step || before.part !== state.part) return write();
    // While a slider moves the address waits: browsers make it slow, or refuse, to change it many times a second.
    const rest = setTimeout(write, 150);
    return () => clearTimeout(rest);
  });
  $effect(() => {
    const follow = () => Object.assign(state, parseHash(location.hash));
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener('hashchange', follow);
    };
  });
}
