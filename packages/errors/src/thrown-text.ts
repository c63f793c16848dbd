/**
 * What was thrown, in words. Code of others may throw anything, also what can't be made text: this never throws.
 * @returns Its message, or else what it is; never empty.
 * @example thrownText({ code: 'E_TIDE', message: 'no moon' }) // 'no moon'
 */
export function thrownText(thrown: unknown): string {
  try {
    if (typeof thrown !== 'object' || thrown === null) return String(thrown) || 'an empty text'
    if ('message' in thrown && typeof thrown.message === 'string' && thrown.message !== '') return thrown.message
    if (thrown instanceof Error) return thrown.name
    const text: string | undefined = JSON.stringify(thrown)
    return text ?? unreadable
  } catch {
    return unreadable
  }
}

const unreadable = 'something that can not be read'
