import type { Conversation, Turn } from '../conversation.ts'

const people = 'you|user|human|me|prompt|question|ich|du|benutzer|nutzer|utilisateur|vous|usuario|tú'
const machines =
  'assistant|ai|chatgpt|gpt[-\\w.]*|claude[-\\w. ]*|gemini[-\\w. ]*|copilot|model|response|answer|bot|assistent|antwort|asistente|respuesta|réponse|deepseek|llama[-\\w.]*|mistral'
const label = String.raw`(?<name>(?:(?<person>${people})|${machines})(?: said)?)`
const heading = new RegExp(
  String.raw`^(?:#{1,6}\s+(?:\*\*)?${label}(?:\*\*)?\s*:?\s*|\*\*${label.replaceAll('?<name>', '?<bold>').replaceAll('?<person>', '?<boldPerson>')}:?\*\*:?\s*(?<said>.*))$`,
  'i',
)

/** Whether a text is a conversation with headings, or bold words at the beginning of lines, that say who speaks. */
export function isMarkdownTranscript(text: string): boolean {
  const found = labelsOf(text).map(({ isPerson }) => isPerson)
  return found.length >= 2 && found.includes(true) && found.includes(false)
}

export function readMarkdownTranscript(text: string): Conversation {
  const lines = text.split(/\r?\n/)
  const labels = labelsOf(text)
  const turns = labels.flatMap(({ line, name, said }, index): readonly Turn[] => {
    const body = [said, ...lines.slice(line + 1, labels[index + 1]?.line ?? lines.length)].join('\n')
    // Exports put rules between turns.
    const spoken = body.replace(/\s*\n(?:-{3,}|\*{3,}|_{3,})\s*$/, '').trim()
    return spoken === '' ? [] : [{ speaker: name, text: spoken }]
  })
  const before = lines.slice(0, labels[0]?.line ?? 0).join('\n')
  const title = /^#\s+(.+)$/m.exec(before)?.[1] ?? /^title:\s*(.+)$/m.exec(before)?.[1]
  return { title, named: false, turns }
}

type Label = { readonly line: number; readonly name: string; readonly isPerson: boolean; readonly said: string }

function labelsOf(text: string): readonly Label[] {
  let fence: string | undefined
  return text.split(/\r?\n/).flatMap((line, index): readonly Label[] => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined
    const found = fence === undefined ? heading.exec(line)?.groups : undefined
    const name = found?.['name'] ?? found?.['bold']
    if (found === undefined || name === undefined) return []
    const isPerson = (found['person'] ?? found['boldPerson']) !== undefined
    return [{ line: index, name: name.replace(/ said$/i, '').trim(), isPerson, said: found['said'] ?? '' }]
  })
}
