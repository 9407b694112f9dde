// The one state of the page, kept equal to the address.
import { formatHash, parseHash, type State } from './table';

export const state: State = $state(parseHash(location.hash));

/** Call once, inside a component: from then on state and address follow each other. */
export function keepInAddress(): void {
  $effect(() => {
    const hash = formatHash(state);
    if (hash === location.hash) return;
    // A new chapter is a place to come back to; everything else is not worth a step of "back".
    const chapterBefore = parseHash(location.hash).chapter;
    if (location.hash !== '' && chapterBefore !== state.chapter) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
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
