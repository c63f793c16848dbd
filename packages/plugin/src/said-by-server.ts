import { concealedStream } from './concealed-stream.ts'
import { secretSpellings } from './secret-spellings.ts'

const mostCharacters = 500
const mark = '***'

/** What is known of a text of a server. */
export type SaidByServerOptions = {
  /** That the request was sent with. */
  readonly key: string | undefined
  /** Where a limit cut the text: `end` if something is missing there, which may be the rest of a key. */
  readonly cut?: 'end' | undefined
}

/**
 * What a server said, as it can stand in an error: on one line, not long, and without the key, which some servers
 * repeat, also as a part of JSON or of an address.
 *
 * @param text - All of it, or as much as was read.
 * @param options - The key, and whether the text was cut.
 * @returns 500 characters at most.
 * @example saidByServer('Wrong key\n sk-12345678', { key: 'sk-12345678' }) // 'Wrong key ***'
 */
export function saidByServer(text: string, { key, cut }: SaidByServerOptions): string {
  const safe = key === undefined || key === '' ? text : withoutKey(text, { key, cut })
  return safe.replace(/\s+/g, ' ').trim().slice(0, mostCharacters)
}

function withoutKey(text: string, { key, cut }: SaidByServerOptions & { readonly key: string }): string {
  // A spelling that contains another one goes first.
  const spellings = secretSpellings(key).toSorted((one, other) => other.length - one.length)
  const hide = (part: string): string => spellings.reduce((left, spelling) => left.replaceAll(spelling, mark), part)
  const shown = concealedStream(spellings, hide)
  return shown.push(text) + (cut === 'end' ? shown.endCut(mark) : shown.end())
}
