/** Waits for a page to come to rest, by what happens on it and not by the clock: a busy machine only makes it take longer. */
import type { Page } from 'playwright-core';

/** Frames in a row without a change. A page that waits for an answer has rows that say so. */
const FRAMES = 8;

/** Resolves when nothing was added, changed or scrolled for some frames, and no row waits for its content. */
export function still(page: Page): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    let calm = 0;
    const stir = () => { calm = 0; };
    const watching = new MutationObserver(stir);
    watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    document.addEventListener('scroll', stir, { capture: true, passive: true });
    const next = () => {
      calm = document.querySelector('.row.waiting') ? 0 : calm + 1;
      if (calm <= ${FRAMES}) return void requestAnimationFrame(next);
      watching.disconnect();
      document.removeEventListener('scroll', stir, { capture: true });
      resolve(undefined);
    };
    requestAnimationFrame(next);
  })`);
}
