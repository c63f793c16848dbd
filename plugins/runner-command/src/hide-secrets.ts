import type { ConcealedStream } from '@datacortex/plugin'
import { concealedStream } from '@datacortex/plugin'

/** Takes secrets out of texts. */
export type HideSecrets = {
  /** A whole text, or one that lost an end: what is left there of a secret is taken out, too. */
  readonly text: (text: string, cut?: CutEnd) => string
  /** The same for a text that comes in pieces. */
  readonly stream: () => { readonly push: ConcealedStream['push']; end(cut?: CutEnd): string }
}

/** Where a limit cut a text, if it did. */
export type CutEnd = 'start' | 'end' | undefined

const mark = '***'

/**
 * Replaces each secret by `***`.
 *
 * @param secrets - Not empty, in any order.
 */
export function hideSecrets(secrets: readonly string[]): HideSecrets {
  // One that contains another goes first.
  const ordered = secrets.toSorted((a, b) => b.length - a.length)
  const backwards = ordered.map(reversed)
  const hide = (text: string): string => ordered.reduce((left, secret) => left.replaceAll(secret, mark), text)
  const stream: HideSecrets['stream'] = () => {
    const { push, end, endCut } = concealedStream(ordered, hide)
    return { push, end: (cut) => (cut === 'end' ? endCut(mark) : end()) }
  }
  return {
    text(text, cut) {
      if (cut === undefined) return hide(text)
      if (cut === 'end') {
        const { push, end } = stream()
        return push(text) + end('end')
      }
      const { push, endCut } = concealedStream(backwards, (shown) => reversed(hide(reversed(shown))))
      const shown = push(reversed(text))
      return reversed(shown + endCut(reversed(mark)))
    },
    stream,
  }
}

/** By code units: reversed again, it is the same text. */
function reversed(text: string): string {
  let result = ''
  for (let at = text.length - 1; at >= 0; at -= 1) result += text.charAt(at)
  return result
}
