// Where in the walk the learner is, and how to go on.
import { chapters } from '../chapters';
import type { Beside, Chapter, Step } from '../chapters/chapter';
import { classroom } from './classroom.svelte';
import { state } from './state.svelte';

// What the address says is clamped to what there is.
const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);

class Lesson {
  get number(): number {
    return within(state.chapter, chapters.length);
  }
  get chapter(): Chapter {
    return chapters[this.number]!;
  }
  /** The steps there are: in class mode without the guesses, and what is said of the class chat only beside it. */
  get steps(): readonly Step[] {
    return this.chapter.steps.filter(this.isShown);
  }
  /** The address counts all steps, shown or not, so that class mode does not move the lesson. */
  get step(): Step {
    const all = this.chapter.steps;
    const at = within(state.step, all.length);
    return all.slice(at).find(this.isShown) ?? all.filter(this.isShown).at(-1)!;
  }
  /** Place of the step among those shown. */
  get index(): number {
    return this.steps.indexOf(this.step);
  }
  /** What stands beside the messages: while a question is open, nothing that gives it away. */
  get beside(): Beside {
    return this.step.beside ?? (this.step.kind ? 'none' : 'weights');
  }
  get part(): number {
    return within(state.part, this.step.parts ?? 1);
  }
  get isLastChapter(): boolean {
    return this.number === chapters.length - 1;
  }
  get isFirst(): boolean {
    return this.number === 0 && this.index === 0 && this.part === 0;
  }

  goTo(chapter: number, step?: Step): void {
    const to = chapters[within(chapter, chapters.length)]!;
    Object.assign(state, { chapter, step: step ? to.steps.indexOf(step) : 0, part: 0, erased: -1 });
  }

  next(): void {
    const { part, step, steps, index, number } = this;
    if (part + 1 < (step.parts ?? 1)) state.part = part + 1;
    else if (index + 1 < steps.length) this.goTo(number, steps[index + 1]);
    else if (!this.isLastChapter) this.goTo(number + 1);
  }

  back(): void {
    const { part, steps, index, number } = this;
    if (part > 0) state.part = part - 1;
    else if (index > 0) this.goToEnd(number, steps[index - 1]);
    else if (number > 0) this.goToEnd(number - 1, chapters[number - 1]!.steps.filter(this.isShown).at(-1));
  }

  /** To a step as it looks when all of it has been unrolled. */
  private goToEnd(chapter: number, step: Step | undefined): void {
    this.goTo(chapter, step);
    state.part = (step?.parts ?? 1) - 1;
  }

  private isShown = (step: Step) => !(state.lecture && step.kind === 'predict') && !(classroom.own && step.ofClassChat);
}

export const lesson = new Lesson();

/** Call once, inside a component: → and Space go on, ← goes back. */
export function stepWithKeys(): void {
  $effect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
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
