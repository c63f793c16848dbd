/** What an agent waits for, by the line that begins with `INPUT_REQUIRED:` or `AUTH_REQUIRED:`. */
export function askedBack(text: string): string | undefined {
  return /(?:^|\n)[ \t]*(?:INPUT|AUTH)_REQUIRED:\s*(\S[\s\S]*)$/.exec(text)?.[1]
}
