/**
 * The addresses in a text as a person writes it, in their order, without the punctuation and the marks of emphasis that
 * follow them. The targets of `[[…]]` and `<…>` have an end of their own and stay as they are.
 * @example proseAddresses('As told (https://a.example/bees).') // ['https://a.example/bees']
 * @see https://orgmode.org/worg/org-syntax.html#Emphasis_Markers
 */
export function proseAddresses(text: string): readonly string[] {
  return [...text.matchAll(address)].flatMap(({ index, 0: found, groups }) => {
    if (groups?.['target'] !== undefined) return [found]
    const own = found.slice(0, ownLength(found, { text, start: index }))
    // Of the mere beginning of one nothing is left.
    return /^https?:\/\/./i.test(own) ? [own] : []
  })
}

// In Chinese and Japanese no blank stands between an address and the sentence that goes on behind it.
const address =
  /(?<target>(?<=\[\[|<)https?:\/\/[^\s\][<>"]+)|https?:\/\/[^\s\][<>"`“”«»。，、；：！？（）「」『』【】《》〈〉]+/gi

const openings = new Map([
  [')', '('],
  ['}', '{'],
])

/** How many characters of what stands without a blank are the address. */
function ownLength(found: string, place: { readonly text: string; readonly start: number }): number {
  let marks: ReadonlySet<string> | undefined
  const unopened = new Map([...openings].map(([close, open]) => [close, count(found, close) - count(found, open)]))
  for (let length = found.length; length > 0; length -= 1) {
    const last = found.charAt(length - 1)
    const extra = unopened.get(last) ?? 0
    if (extra > 0) unopened.set(last, extra - 1)
    else if (/[*/_~=+]/.test(last)) {
      marks ??= marksBefore(place)
      if (!marks.has(last)) return length
    } else if (!/[.,;:!?'’…|]/.test(last)) return length
  }
  return 0
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

/** The marks of emphasis that are open where an address begins; it may close them, and else they belong to it. */
function marksBefore({ text, start }: { text: string; start: number }): ReadonlySet<string> {
  const near = text.slice(Math.max(0, start - longestEmphasis), start)
  const before = near.slice(near.lastIndexOf('\n') + 1)
  const open = new Set<string>()
  for (const { 1: mark = '', index } of before.matchAll(/([*/_~=+])/g)) {
    const [left, right] = [before[index - 1] ?? ' ', before[index + 1] ?? 'h']
    if (open.has(mark)) {
      if (/\S/.test(left) && /[\s\-.,;:!?'")}[]/.test(right)) open.delete(mark)
    } else if (/[\s\-({'"*/_~=+]/.test(left) && /\S/.test(right)) open.add(mark)
  }
  return open
}

/** A line may be as long as a file. */
const longestEmphasis = 300
