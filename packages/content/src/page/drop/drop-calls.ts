import { classOf, elementNames, holdsElement, liesWithin } from '../tree/element.ts'

/** Removes links that are drawn as buttons and stand alone. */
export function dropCalls(root: Element): void {
  for (const link of root.querySelectorAll('a[class]'))
    if (
      buttonName.test(classOf(link)) &&
      link.textContent.trim().length < 40 &&
      !liesWithin(link, texts) &&
      !holdsElement(link, blocks)
    )
      link.remove()
}

const texts = elementNames('p li pre h1 h2 h3 h4 h5 h6')
const blocks = elementNames('p h1 h2 h3 h4 h5')
const buttonName = /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i
