/** A text that is not saved: of which note, and over which text of the file it was written. */
export type Draft = { readonly base: BaseText; readonly text: string; readonly at: string }

export type BaseText = { readonly text: string; readonly sha256: string }

const prefix = 'datacortex-draft'

/** Keeps drafts in this browser, by note and by the text that each was begun with. */
export function draftsOf(space: string, path: string) {
  const begin = `${prefix}:${JSON.stringify([space, path])}:`
  return {
    /** The last one. */
    find: (): Draft | undefined => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(begin))
      const found = keys.flatMap((key) => readDraft(localStorage.getItem(key)) ?? [])
      return found.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]
    },
    /** False if the browser keeps nothing, or not so much. */
    keep: (draft: Draft): boolean => {
      try {
        localStorage.setItem(begin + draft.base.sha256, JSON.stringify(draft))
        return true
      } catch {
        return false
      }
    },
    forget: ({ sha256 }: BaseText): void => localStorage.removeItem(begin + sha256),
  }
}

function readDraft(value: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(value ?? '') as Draft
    return typeof draft.text === 'string' && typeof draft.base.sha256 === 'string' ? draft : undefined
  } catch {
    return undefined
  }
}
