/** Takes secrets out of texts. */
export type HideSecrets = {
  /** A whole text, or one that lost an end: what is left there of a secret is taken out, too. */
  readonly text: (text: string, cut?: CutEnd) => string
  /** A text that comes in pieces: what may be the beginning of a secret is kept back until more comes, or the end. */
  readonly stream: (onText: (text: string) => void) => { add(text: string): void; end(cut?: CutEnd): void }
}

/** Where a limit cut a text, if it did. */
export type CutEnd = 'start' | 'end' | undefined

const mark = '***'
// Less of a secret tells nothing, and ends many a word.
const leastPart = 4

/**
 * Replaces each secret by `***`.
 *
 * @param secrets - Not empty, in any order.
 */
export function hideSecrets(secrets: readonly string[]): HideSecrets {
  // One that contains another goes first.
  const ordered = secrets.toSorted((a, b) => b.length - a.length)
  const backwards = ordered.map(reversed)
  const text = (shown: string): string => ordered.reduce((left, secret) => left.replaceAll(secret, mark), shown)
  return {
    text(shown, cut) {
      if (cut === undefined) return text(shown)
      const whole = cut === 'end' ? wholeLength(shown, ordered) : wholeLength(reversed(shown), backwards)
      if (whole === shown.length) return text(shown)
      return cut === 'end' ? text(shown.slice(0, whole)) + mark : mark + text(shown.slice(shown.length - whole))
    },
    stream(onText) {
      let kept = ''
      const tell = (shown: string): void => {
        if (shown !== '') onText(shown)
      }
      return {
        add(piece) {
          const all = text(kept + piece)
          const end = all.length - openLength(all, ordered)
          kept = all.slice(end)
          tell(all.slice(0, end))
        },
        end(cut) {
          tell(cut === 'end' && kept.length >= leastPart ? mark : kept)
          kept = ''
        },
      }
    },
  }
}

/** How much of a text that was cut at its end comes before a begun secret, and before the whole ones it overlaps. */
function wholeLength(text: string, secrets: readonly string[]): number {
  const open = openLength(text, secrets)
  if (open < leastPart) return text.length
  let end = text.length - open
  for (let across = end; across !== -1;) {
    end = across
    across = secrets.map((secret) => acrossOf(secret, { text, end })).find((place) => place !== -1) ?? -1
  }
  return end
}

/** Where a secret begins that lies across a place of a text; −1 if it doesn't. */
function acrossOf(secret: string, { text, end }: { readonly text: string; readonly end: number }): number {
  const place = text.indexOf(secret, Math.max(0, end - secret.length + 1))
  return place < end ? place : -1
}

/** By code units: reversed again, it is the same text. */
function reversed(text: string): string {
  let result = ''
  for (let at = text.length - 1; at >= 0; at -= 1) result += text.charAt(at)
  return result
}

/** How much of the end of a text could become a secret. */
function openLength(text: string, secrets: readonly string[]): number {
  return Math.max(0, ...secrets.map((secret) => openLengthOf(text, secret)))
}

function openLengthOf(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
    if (secret.startsWith(text.slice(-length))) return length
  return 0
}
