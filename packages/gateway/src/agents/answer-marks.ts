// Lines by which an agent of any runner says more than its text. Quoted or spoken of in the middle of a line, they say nothing.

/** What an agent waits for: the text behind the last line that begins with `INPUT_REQUIRED:` or `AUTH_REQUIRED:`. */
export function askedBack(text: string) {
  const last = [...text.matchAll(/^[ \t]*(INPUT|AUTH)_REQUIRED:/gm)].at(-1)
  if (last === undefined) return undefined
  const question = text.slice(last.index + last[0].length).trim()
  if (question === '') return undefined
  const state = last[1] === 'AUTH' ? ('TASK_STATE_AUTH_REQUIRED' as const) : ('TASK_STATE_INPUT_REQUIRED' as const)
  return { state, question, before: text.slice(0, last.index).trim() }
}

/** What an answer says that begins with `MESSAGE:`, since there is nothing that a task would be needed for. */
export function saidDirectly(text: string): string | undefined {
  const start = text.trimStart()
  return start.startsWith('MESSAGE:') ? start.slice('MESSAGE:'.length).trim() || undefined : undefined
}

/** A text without the lines `FILE: …` of files that are handed over beside it. */
export function withoutFileLines(text: string, paths: readonly string[]): string {
  if (paths.length === 0) return text
  return text
    .replace(/^[ \t]*FILE:[ \t]*(\S.*)$\n?/gm, (line, name: string) => {
      const bare = name.trim().replace(/^["'`]|["'`]$/g, '')
      return paths.some((path) => bare.endsWith(path)) ? '' : line
    })
    .trim()
}
