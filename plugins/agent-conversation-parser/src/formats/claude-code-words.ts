import { type Fields, fieldsOf, objectsOf, textOf } from '../fields.ts'

/** Elements that the program puts before the words of a person, or sends in the person's name. */
const own =
  /^\s*<((?:command|local-command|bash|ide)[-_][\w-]{1,40}|system-reminder|task-notification|teammate-message|agent-message|user-prompt-submit-hook|user-memory-input)\b[^>]{0,500}>[\s\S]*?<\/\1>/

const interrupted = /^\s*\[Request interrupted by user(?: for tool use)?\]\s*$/

/** What a person wrote, without what Claude Code adds: reminders, open files, output of commands. */
export function typedWords(text: string): string {
  if (interrupted.test(text)) return ''
  let rest = text
  for (let start = own.exec(rest); start !== null; start = own.exec(rest)) rest = rest.slice(start[0].length)
  const before = text.slice(0, text.length - rest.length)
  const [command, given] = [elementText(before, 'command-name'), elementText(before, 'command-args')]
  return `${command === '' || given === '' ? '' : `${command} ${given}\n\n`}${withoutReminders(rest)}`
}

function elementText(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`)
  const end = text.indexOf(`</${name}>`, start)
  return start === -1 || end === -1 ? '' : text.slice(start + name.length + 2, end).trim()
}

/** Only the last ones: somebody may write about reminders too. */
function withoutReminders(text: string): string {
  let rest = text.trimEnd()
  for (let count = 0; count < 20 && rest.endsWith('</system-reminder>'); count += 1) {
    const start = rest.lastIndexOf('<system-reminder>')
    if (start === -1) break
    rest = rest.slice(0, start).trimEnd()
  }
  return rest
}

/** What a person said to a tool that asked or that was refused. */
export function answeredWords(block: Fields, result: unknown): string | undefined {
  const answers = fieldsOf(fieldsOf(result)?.['answers'])
  if (answers !== undefined) {
    const given = Object.values(answers).flatMap((answer) => (Array.isArray(answer) ? answer : [answer]))
    return textOf(given.flatMap((answer) => textOf(answer) ?? []).join('\n'))
  }
  if (block['is_error'] !== true) return undefined
  const content = block['content']
  const text =
    textOf(content) ??
    objectsOf(content)
      .flatMap((part) => textOf(part['text']) ?? [])
      .join('\n')
  const said = /^The user doesn't want to proceed[\s\S]{0,400}?the user said:\n([\s\S]*)$/.exec(text)?.[1]
  return textOf(said?.replace(/\n\nNote: The user's next message[\s\S]*$/, ''))
}

/** What Claude Code showed to the person through a tool: its questions with the choices, or its plan. */
export function shownByTool(block: Fields): string | undefined {
  const input = fieldsOf(block['input'])
  if (block['name'] === 'ExitPlanMode') return textOf(input?.['plan'])
  if (block['name'] !== 'AskUserQuestion') return undefined
  const questions = objectsOf(input?.['questions']).map((question) => {
    const choices = objectsOf(question['options']).flatMap((option) => textOf(option['label']) ?? [])
    return [textOf(question['question']) ?? '', ...choices.map((choice) => `- ${choice}`)].join('\n')
  })
  return textOf(questions.join('\n\n'))
}
