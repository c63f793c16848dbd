import { type LogList, logLists } from './log-entries.ts'

/** The top-level keys of a YAML text, found without parsing it: everything else of a valid text is indented. */
export function findSections(text: string) {
  const keys = [...text.matchAll(/^(?:([A-Za-z_][\w-]*)|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')[ \t]*:(?=[ \t\r\n]|$).*$/gm)]
  return keys.map((match, index) => {
    const next = keys[index + 1]?.index ?? text.length
    const bodyStart = Math.min(text.length, match.index + match[0].length + 1)
    const body = text.slice(bodyStart, next)
    const end = bodyStart + body.length - trailing(body).length
    return { key: match[1] ?? match[2] ?? match[3] ?? '', start: match.index, bodyStart, end }
  })
}

export type LogSection = ReturnType<typeof findSections>[number]

/** Blank lines and comments at the very left at the end of a text. */
function trailing(body: string): string {
  let at = body.length
  while (at > 0) {
    const lineStart = at === 1 ? 0 : body.lastIndexOf('\n', at - 2) + 1
    const line = body.slice(lineStart, at)
    if (line.trim() !== '' && !line.startsWith('#')) break
    at = lineStart
  }
  return body.slice(at)
}

export function isLogList(key: string): key is LogList {
  return logLists.some((list) => list === key)
}
