// Where in the walk the learner is, and how to go on.
import { chapters } from '../chapters';
import type { Chapter, Step } from '../chapters/chapter';
import { state } from './state.svelte';

class Lesson {
  get chapter(): Chapter {
    return chapters[Math.min(state.chapter, chapters.length - 1)]!;
  }
  /** The steps there are: in class mode the guesses are left out. */
  get steps(): readonly Step[] {
    return state.lecture ? this.chapter.steps.filter((step) => step.kind !== 'predict') : this.chapter.steps;
  }
  get index(): number {
    return Math.min(state.step, this.steps.length - 1);
  }
  get step(): Step {
    return this.steps[this.index]!;
  }
  get isLastChapter(): boolean {
    return this.chapter === chapters[chapters.length - 1];
  }
  get isFirst(): boolean {
    return chapters[0] === this.chapter && this.index === 0 && state.part === 0;
  }

  goTo(chapter: number, step = 0): void {
    Object.assign(state, { chapter, step, part: 0, erased: -1 });
  }

  next(): void {
    if (state.part + 1 < (this.step.parts ?? 1)) state.part += 1;
    else if (this.index + 1 < this.steps.length) this.goTo(state.chapter, this.index + 1);
    else if (!this.isLastChapter) this.goTo(state.chapter + 1);
  }

  back(): void {
    if (state.part > 0) state.part -= 1;
    else if (this.index > 0) this.goToEnd(state.chapter, this.index - 1);
    else if (state.chapter > 0) this.goToEnd(state.chapter - 1, Infinity);
  }

  /** To a step as it looks when all of it has been unrolled. */
  private goToEnd(chapter: number, step: number): void {
    this.goTo(chapter);
    state.step = Math.min(step, this.steps.length - 1);
    state.part = (this.step.parts ?? 1) - 1;
  }
}

export const lesson = new Lesson();

/** Call once, inside a component: → and Space go on, ← goes back. */
export function stepWithKeys(): void {
  $effect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      // Where the key already means something, it keeps its meaning.
      if (target.closest('input, select, textarea, dialog[open]')) return;
      if (event.key === ' ' && target.closest('button, a, summary')) return;
      if (event.key === 'ArrowRight' || event.key === ' ') lesson.next();
      else if (event.key === 'ArrowLeft') lesson.back();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
