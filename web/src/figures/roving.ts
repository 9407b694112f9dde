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

  return follow(list, move, remember, items);
}

/**
 * The same for a table whose cells are numbers: all four arrows, and Home and End along the row. Who came here with
 * the mouse still goes on to the next step with →.
 */
export function rovingGrid(table: HTMLElement): () => void {
  const rows = () => [...table.querySelectorAll('tr')].map((row) => [...row.querySelectorAll<HTMLElement>('button')]).filter((row) => row.length > 0);

  const move = (event: KeyboardEvent) => {
    const all = rows();
    const button = (event.target as HTMLElement).closest<HTMLElement>('button')!;
    const row = all.findIndex((cells) => cells.includes(button));
    if (row < 0 || !button.matches(':focus-visible')) return;
    const col = all[row]!.indexOf(button);
    const last = all[row]!.length - 1;
    const goal = {
      ArrowDown: [row + 1, col],
      ArrowUp: [row - 1, col],
      ArrowRight: [row, col + 1],
      ArrowLeft: [row, col - 1],
      Home: [row, 0],
      End: [row, last],
    }[event.key];
    if (!goal) return;
    event.preventDefault();
    const cells = all[Math.min(Math.max(goal[0]!, 0), all.length - 1)]!;
    cells[Math.min(Math.max(goal[1]!, 0), cells.length - 1)]!.focus();
  };
  const remember = (event: FocusEvent) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('button');
    if (button) for (const other of rows().flat()) other.tabIndex = other === button ? 0 : -1;
  };

  return follow(table, move, remember, () => rows().flat());
}

/** Listens, and sees to it that Tab always finds one of the items, also after the list has changed. */
function follow(
  list: HTMLElement,
  move: (event: KeyboardEvent) => void,
  remember: (event: FocusEvent) => void,
  items: () => HTMLElement[],
): () => void {
  const keepOneReachable = () => {
    const all = items();
    if (all[0] && !all.some((item) => item.tabIndex === 0)) all[0].tabIndex = 0;
  };
  keepOneReachable();
  const changes = new MutationObserver(keepOneReachable);
  changes.observe(list, { childList: true, subtree: true });
  list.addEventListener('keydown', move);
  list.addEventListener('focusin', remember);
  return () => {
    changes.disconnect();
    list.removeEventListener('keydown', move);
    list.removeEventListener('focusin', remember);
  };
}
