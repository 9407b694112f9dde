// Lists of many numbers are one stop for the Tab key; ↑ and ↓ move within.

export function roving(list: HTMLElement): () => void {
  const items = () => [...list.querySelectorAll<HTMLElement>('button')];

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = items();
    const at = all.indexOf((event.target as HTMLElement).closest<HTMLElement>('button')!);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[Math.min(Math.max(at + step, 0), all.length - 1)]!.focus();
  };
  // The item last focused is where Tab comes back to.
  const remember = (event: FocusEvent) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('button');
    if (!item) return;
    for (const other of items()) other.tabIndex = other === item ? 0 : -1;
  };

  list.addEventListener('keydown', move);
  list.addEventListener('focusin', remember);
  return () => {
    list.removeEventListener('keydown', move);
    list.removeEventListener('focusin', remember);
  };
}
