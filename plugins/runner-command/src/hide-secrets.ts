/** Takes secrets out of texts. */
export type HideSecrets = {
  /** A whole text. */
  readonly text: (text: string) => string
  /** A text that comes in pieces: what may be the beginning of a secret is kept back until more comes, or the end. */
  readonly stream: (onText: (text: string) => void) => { add(text: string): void; end(): void }
}

/**
 * Replaces each secret by `***`.
 *
 * @param secrets - Not empty, in any order.
 */
export function hideSecrets(secrets: readonly string[]): HideSecrets {
  // One that contains another goes first.
  const ordered = secrets.toSorted((a, b) => b.length - a.length)
  const text = (shown: string): string => ordered.reduce((left, secret) => left.replaceAll(secret, '***'), shown)
  return {
    text,
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
        end() {
          tell(kept)
          kept = ''
        },
      }
    },
  }
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
