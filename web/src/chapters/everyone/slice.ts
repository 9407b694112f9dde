// The slice that is on the screen: what the engine was asked about, not what is about to be asked.
import { classroom } from '../../state/classroom.svelte';
import { views } from '../../state/views.svelte';

class Slice {
  get from(): number {
    return views.everyone.request?.from ?? 0;
  }
  /** Messages in it, without the padding. */
  get count(): number {
    return (views.everyone.request?.to ?? 0) - this.from;
  }
  /** Rows of the matrix, with the padding. */
  get rows(): number {
    return views.everyone.tensor('weights')?.rows ?? 0;
  }
  /** "#37", or undefined for padding. */
  label(row: number): string | undefined {
    return row < this.count ? `#${this.from + row + 1}` : undefined;
  }
  text(row: number): string {
    return row < this.count ? (classroom.messages[this.from + row]?.text ?? '') : '';
  }
}

export const slice = new Slice();
