import { type ConcealedStream, concealedStream } from './concealed-stream.ts'
import { secretSpellings } from './secret-spellings.ts'

/** Takes secrets out of texts. */
export type HideSecrets = {
  /** A whole text, or one that lost an end: what is left there of a secret is taken out, too. */
  readonly text: (text: string, cut?: CutEnd) => string
  /** The same for a text that comes in pieces. */
  readonly stream: () => Pick<ConcealedStream, 'push'> & { end(cut?: CutEnd): string }
}

/** Where a limit cut a text, if it did. */
export type CutEnd = 'start' | 'end' | undefined

const mark = '***'

/**
 * Replaces each secret by `***`, also where a program printed it as a part of JSON or of an address.
 * @example hideSecrets(['sk/a']).text('key=sk%2Fa') // 'key=***'
 */
export function hideSecrets(secrets: readonly (string | undefined)[] = []): HideSecrets {
  // One that contains another goes first.
  const ordered = secrets.flatMap((secret = '') => (secret === '' ? [] : secretSpellings(secret)))
  ordered.sort((a, b) => b.length - a.length)
  const backwards = ordered.map(reversed)
  const hide = (text: string): string => ordered.reduce((left, secret) => left.replaceAll(secret, mark), text)
  const stream: HideSecrets['stream'] = () => {
    const shown = concealedStream(ordered, hide)
    return {
      push: (piece) => shown.push(piece),
      end: (cut) => (cut === 'end' ? shown.endCut(mark) : shown.end()),
    }
  }
  return {
    text(text, cut) {
      if (cut === undefined) return hide(text)
      if (cut === 'end') {
        const shown = stream()
        return shown.push(text) + shown.end(cut)
      }
      const shown = concealedStream(backwards, (part) => reversed(hide(reversed(part))))
      return reversed(shown.push(reversed(text)) + shown.endCut(reversed(mark)))
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
