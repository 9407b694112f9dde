/** Calls back with true while the element is on the screen or within one screen of it, else with false. */
export function near(onchange: (isNear: boolean) => void): (element: HTMLElement) => () => void {
  return (element) => {
    const watch = new IntersectionObserver((entries) => onchange(entries.at(-1)!.isIntersecting), {
      root: element.parentElement,
      rootMargin: '100%',
    });
    watch.observe(element);
    return () => watch.disconnect();
  };
}
