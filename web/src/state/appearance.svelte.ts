import { state } from './state.svelte';

/** Call once, inside a component: language, light or dark, and class mode on the document itself. */
export function applyAppearance(): void {
  const root = document.documentElement;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');

  $effect(() => {
    root.lang = { zh: 'zh-CN', en: 'en' }[state.lang];
    root.toggleAttribute('data-lecture', state.lecture);
  });
  $effect(() => {
    const chosen = state.theme;
    const apply = () => (root.dataset.theme = chosen === 'auto' ? (prefersDark.matches ? 'dark' : 'light') : chosen);
    apply();
    prefersDark.addEventListener('change', apply);
    return () => prefersDark.removeEventListener('change', apply);
  });
}
