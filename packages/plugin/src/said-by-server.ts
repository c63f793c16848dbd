import { hideSecrets } from './hide-secrets.ts'

const mostCharacters = 500

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
 * @returns 500 characters at most.
 * @example saidByServer('Wrong key\n sk-12345678', { key: 'sk-12345678' }) // 'Wrong key ***'
 */
export function saidByServer(text: string, { key, cut }: SaidByServerOptions): string {
  return hideSecrets([key]).text(text, cut).replace(/\s+/g, ' ').trim().slice(0, mostCharacters)
}
