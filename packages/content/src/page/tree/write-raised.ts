/** Takes the marks of notes and references out, which are no words of a sentence, and writes powers as such: `10⁶` is not `106`. */
export function writeRaised(document: Document): void {
  for (const raised of document.querySelectorAll('sup')) {
    const link = raised.closest('a') ?? raised.querySelector('a')
    const text = raised.textContent.replaceAll(/\s+/g, '')
    if (bracketed.test(text) || (link !== null && text.length <= 4 && /^[^#]*#/.test(link.getAttribute('href') ?? '')))
      raised.remove()
    else if (/^[-−–+]?[\dn]{1,3}$/.test(text))
      raised.replaceWith(Array.from(text, (sign) => powers['0123456789+n-−–'.indexOf(sign)]).join(''))
  }
}

/** `[1]`, `[a]`, `[note 2]`, `[citation needed]` */
const bracketed = /^\[[^\]]{1,24}\](?:[,–-]?\[[^\]]{1,24}\])*$/
const powers = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺ⁿ⁻⁻⁻'
