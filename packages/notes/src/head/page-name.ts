import { decodedUri } from '@datacortex/platform'
/**
 * The name of a page of Logseq by the name of its file, in which `/` is written `___` or `%2F` and other signs that files
 * can't have as `%3F`.
 * @example pageName('Project___Sub') // 'Project/Sub'
 * @see https://docs.logseq.com/#/page/namespaces
 */
export function pageName(name: string): string {
  if (!/___|%[0-9a-f]{2}/i.test(name)) return name
  const parts = name.replaceAll('___', '/')
  // There may be a per cent sign of its own.
  return decodedUri(parts) ?? parts.replaceAll(/%2f/gi, '/')
}
