/** What an agent asks back, by the line that begins with `INPUT_REQUIRED:`. */
export function askedBack(text: string): string | undefined {
  return /(?:^|\n)[ \t]*INPUT_REQUIRED:\s*(\S[\s\S]*)$/.exec(text)?.[1]
}
