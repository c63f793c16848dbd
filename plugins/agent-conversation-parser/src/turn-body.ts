import { neutraliseMarkdown } from '@datacortex/content'

/** The text of a turn so that it stays inside of its turn. */
export function turnBody(text: string): string {
  const out: string[] = []
  let prose: string[] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    const run = mark?.[1]
    if (fence === undefined && run !== undefined && !(mark?.[2] ?? '').includes('`')) {
      out.push(proseText(prose))
      prose = []
      fence = run
      // What stands behind a fence is the name of a language, whatever else it tries to be.
      out.push(line.replaceAll('![', '[').replaceAll('<', ''))
    } else if (fence === undefined) prose.push(line)
    else {
      out.push(line)
      if (run?.startsWith(fence) === true && mark?.[2]?.trim() === '') fence = undefined
    }
  }
  if (prose.length > 0) out.push(proseText(prose))
  if (fence !== undefined) out.push(fence)
  return out
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function proseText(lines: readonly string[]): string {
  const lowered = lines.map((line, index) => {
    const heading = /^( {0,3})(#{1,6})(?=[ \t]|$)/.exec(line)
    if (heading !== null)
      return `${'#'.repeat(Math.min((heading[2] ?? '').length + 2, 6))}${line.slice(heading[0].length)}`
    const isUnderline = /^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && (lines[index - 1] ?? '').trim() !== ''
    if (!isUnderline) return line
    return line.includes('=') ? line.replace('=', String.raw`\=`) : `\n${line}`
  })
  // Comments are hidden from readers: here they are what somebody wrote, and are shown.
  return neutraliseMarkdown(lowered.join('\n').replaceAll('<!--', '&lt;!--')).text
}
