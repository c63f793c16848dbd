/** What may leave the log; one that is never ended is private to the end. */
export function withoutPrivate(text: string): string {
  return text.replaceAll(/<private>[\s\S]*?(?:<\/private>|$)/gi, ' ').trim()
}
