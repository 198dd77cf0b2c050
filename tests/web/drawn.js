// What is drawn wrongly: boxes over one another, and boxes and texts that are wider than their place or outside of an
// element, if one is named. Asked with selectors; the count is of the boxes that can be seen.
({ boxes, texts, within }) => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility() && !part.closest(".gone"));
  const bounds = within && document.querySelector(within).getBoundingClientRect();
  const isCut = (part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const isOutside = bounds && (left < bounds.left - 1 || right > bounds.right + 1 || top < bounds.top - 1 || bottom > bounds.bottom + 1);
    return isOutside || (part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1);
  };
  const apart = (one, other) =>
    one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  const found = seen(boxes).map((part) => [part, part.getBoundingClientRect()]);
  const over = found.filter(([, one], at) => found.slice(at + 1).some(([, other]) => !apart(one, other)));
  const wrong = [...seen(boxes).filter(isCut), ...seen(texts).filter(isCut), ...over.map(([part]) => part)];
  return { wrong: wrong.map((part) => part.outerHTML.slice(0, 150)), count: found.length };
}
