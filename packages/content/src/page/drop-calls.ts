/**
 * Removes links that are drawn as buttons and stand alone: calls to do something, which say nothing of what a page is
 * about.
 *
 * @param root - Changed.
 */
export function dropCalls(root: Element): void {
  for (const link of root.querySelectorAll('a[class]'))
    if (
      buttonName.test(link.getAttribute('class') ?? '') &&
      link.textContent.trim().length < 40 &&
      link.closest('p, li, pre, h1, h2, h3, h4, h5, h6') === null &&
      link.querySelector('p, h1, h2, h3, h4, h5') === null
    )
      link.remove()
}

const buttonName = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i
