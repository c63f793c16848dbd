/**
 * Leaves out what a log entry quotes: block quotes, code, output of programs, tables, transcripts, and what is pasted below a
 * line that ends with a colon.
 */
export function withoutOutside(text: string) {
  const own: string[] = []
  let outside = 0
  let fence: string | undefined
  // Whether plain lines belong to what was quoted before them.
  let goesOn = false
  for (const line of text.split('\n')) {
    const isItem = item.test(line)
    const said = line.replace(item, '')
    const mark = /^\s*(`{3,}|~{3,})/.exec(said)?.[1]
    if (line.trim() === '' || (isItem && fence === undefined)) goesOn = false
    const isQuoted =
      fence !== undefined || mark !== undefined || (line.trim() !== '' && (goesOn || isOutside(said, isItem)))
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) === true) fence = undefined
    if (isQuoted) {
      outside += 1
      goesOn = true
      // What stands on both sides of it is not one sentence.
      own.push('')
    } else {
      own.push(line)
      goesOn = /[:：]\s*$/.test(line)
    }
  }
  return { own: own.join('\n'), outside }
}

const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/

function isOutside(line: string, isItem: boolean): boolean {
  return signs.some((sign) => sign.test(line)) || (!isItem && /^(?: {4}|\t)/.test(line))
}

const signs: readonly RegExp[] = [
  /^\s*[>|<]/,
  // A prompt with what was typed, a stack, and lines of other logs.
  /^\s*(?:\$|>>>|PS [A-Z]:|[A-Z]:\\|\w+@[\w.-]+:)/,
  /^\s*(?:at \S+ \(|File "|Traceback|\[?(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d{2}:\d{2}|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|FAIL|PASS)\b)/,
  /^\s*\[?(?:user|human|assistant|system|ai|bot|tool|customer|operator|nutzer|benutzer|assistent|utilisateur|usuario|asistente|用户|助手|ユーザー)\]?\s?[:：]/i,
  // All of it in quotation marks.
  /^\s*["“„«「『].*["”“»」』][.!?。]?\s*$/,
]
