const mostCharacters = 500

/**
 * What a server said, as it can stand in an error: on one line, not long, and without the key, which some servers repeat.
 *
 * @param text - All of it: what is cut off before may leave a part of the key.
 * @param key - That the request was sent with.
 */
export function saidByServer(text: string, key: string | undefined): string {
  const safe = key === undefined || key === '' ? text : text.replaceAll(key, '***')
  return safe.replace(/\s+/g, ' ').trim().slice(0, mostCharacters)
}
