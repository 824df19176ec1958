/*
 * A press is a button going down and up on the same thing. If that is drawn anew or moves away in between, the
 * browser makes no click of it: so what would change the page waits until a press is over.
 */

/* So long it waits for a release at most: one outside of the window is never heard of. */
const LONGEST = 1000;
/* A finger's click comes a moment after its release, if one comes at all. */
const CLICK_COMES = 50;
const waiting = [];
let timer = 0;

/** Do something now, or in its turn after the press that is under way. */
export function afterPress(act) {
  if (timer) waiting.push(act);
  else act();
}

function begin() {
  clearTimeout(timer);
  timer = setTimeout(end, LONGEST);
}

function release() {
  if (!timer) return;
  clearTimeout(timer);
  timer = setTimeout(end, CLICK_COMES);
}

function end() {
  clearTimeout(timer);
  timer = 0;
  for (const act of waiting.splice(0)) act();
}

addEventListener("pointerdown", (event) => event.button === 0 && begin(), true);
addEventListener("keydown", (event) => event.key === " " && !event.repeat && begin(), true);
for (const name of ["pointerup", "pointercancel", "keyup"]) addEventListener(name, release, true);
addEventListener("click", end);
