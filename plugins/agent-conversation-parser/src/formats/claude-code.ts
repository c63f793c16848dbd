import type { Conversation, Turn } from '../conversation.ts'
import { type Fields, fieldsOf, idOf, objectsOf, textOf } from '../fields.ts'
import type { Format } from '../format.ts'
import { instant } from '../instant.ts'
import type { Counts } from '../counts.ts'
import { answeredWords, shownByTool, typedWords } from './claude-code-words.ts'
import { branchTo } from './newest-branch.ts'

/** Sessions of Claude Code: an internal format that changes, so that only what is known is read. */
export const claudeCode: Format = {
  name: 'claude-code',
  weight: 0.95,
  matches: isLine,
  async read(records, { counts }) {
    const kept: Fields[] = []
    const titles = new Map<string, string>()
    for await (const record of records) {
      const line = fieldsOf(record) ?? {}
      const id = idOf(line['sessionId'])
      const title = titleIn(line)
      if (title !== undefined) titles.set(`${title.kind} ${id ?? ''}`, title.text)
      if (id !== undefined && idOf(line['uuid']) !== undefined) kept.push(line)
    }
    // A title that a person gave is better than one that was made up, and that better than a summary.
    const titleOf = (id: string): string | undefined =>
      [`custom-title ${id}`, `ai-title ${id}`, `summary ${id}`, 'summary ']
        .map((key) => titles.get(key))
        .find((text) => text !== undefined)
    const sessions = Map.groupBy(kept, ({ sessionId }) => idOf(sessionId) ?? '')
    return [...sessions].map(([id, lines]) => sessionOf(id, { lines, title: titleOf(id), counts }))
  },
}

const titleKeys: Readonly<Record<string, string>> = {
  'custom-title': 'customTitle',
  'ai-title': 'aiTitle',
  summary: 'summary',
}

function titleIn(line: Fields): { readonly kind: string; readonly text: string } | undefined {
  const kind = textOf(line['type']) ?? ''
  const text = textOf(line[titleKeys[kind] ?? ''])
  return text === undefined ? undefined : { kind, text }
}

function isLine(record: Fields): boolean {
  if (record['type'] === 'summary') return 'leafUuid' in record
  if (record['type'] === 'file-history-snapshot') return 'snapshot' in record
  return 'sessionId' in record && typeof record['type'] === 'string'
}

function sessionOf(
  id: string,
  options: { readonly lines: readonly Fields[]; readonly title: string | undefined; readonly counts: Counts },
): Conversation {
  const { lines, title, counts } = options
  const main = lines.filter((line) => line['isSidechain'] !== true)
  if (main.length < lines.length) counts.skip('sub-agent', lines.length - main.length)
  const branch = activeBranch(main)
  const turns: Turn[] = []
  let previous: string | undefined
  for (const line of branch) {
    const turn = turnOf(line, counts)
    if (turn === undefined) continue
    // One answer comes in several lines.
    const message = line['type'] === 'assistant' ? idOf(fieldsOf(line['message'])?.['id']) : undefined
    const last = turns.at(-1)
    if (message !== undefined && message === previous && last !== undefined)
      turns[turns.length - 1] = { ...last, text: `${last.text}\n\n${turn.text}` }
    else turns.push(turn)
    previous = message
  }
  const folder = main.map((line) => textOf(line['cwd'])).find((path) => path !== undefined)
  const description = folder === undefined ? undefined : `Session in ${folder}`
  return { id, title, startedAt: turns[0]?.at, description, named: false, turns }
}

/** From the last line that was said to the first: what was rewound hangs beside. */
function activeBranch(lines: readonly Fields[]): readonly Fields[] {
  const byId = new Map(lines.map((line) => [idOf(line['uuid']) ?? '', line]))
  const last = lines.findLast(({ type }) => type === 'user' || type === 'assistant')
  return branchTo(last, (line) => byId.get(idOf(line['parentUuid']) ?? idOf(line['logicalParentUuid']) ?? ''))
}

function turnOf(line: Fields, counts: Counts): Turn | undefined {
  const type = line['type']
  if (type === 'attachment') return queuedTurn(line, counts)
  if (type !== 'user' && type !== 'assistant') return undefined
  if (line['isMeta'] === true || line['isCompactSummary'] === true) return skipped('meta', counts)
  const message = fieldsOf(line['message'])
  // Errors of the connection come in the name of a model that does not exist.
  if (message?.['model'] === '<synthetic>' || line['isApiErrorMessage'] === true) return skipped('notice', counts)
  const isUser = type === 'user'
  const text = contentText(message?.['content'], { isUser, result: line['toolUseResult'], counts })
  if (text === undefined) return skipped('command', counts)
  return text === '' ? undefined : { speaker: isUser ? 'User' : 'Claude', at: instant(line['timestamp']), text }
}

/** What a person wrote while Claude was at work. */
function queuedTurn(line: Fields, counts: Counts): Turn | undefined {
  const attachment = fieldsOf(line['attachment'])
  if (attachment?.['type'] !== 'queued_command') return undefined
  const origin = fieldsOf(attachment['origin'])?.['kind'] ?? 'human'
  if (attachment['commandMode'] === 'task-notification' || origin !== 'human') return skipped('meta', counts)
  const text = contentText(attachment['prompt'], { isUser: true, result: undefined, counts })
  if (text === undefined) return skipped('command', counts)
  return text === '' ? undefined : { speaker: 'User', at: instant(line['timestamp']), text }
}

/** The words of a message; undefined if the program said all of it. */
function contentText(
  content: unknown,
  { isUser, result, counts }: { isUser: boolean; result: unknown; counts: Counts },
): string | undefined {
  const blocks =
    typeof content === 'string'
      ? [content]
      : objectsOf(content).flatMap((block) => blockText(block, { result, counts }))
  const said = blocks.map((text) => (isUser ? typedWords(text) : text).trim()).filter((text) => text !== '')
  return said.length === 0 && blocks.some((text) => text.trim() !== '') ? undefined : said.join('\n\n')
}

function skipped(reason: string, counts: Counts): undefined {
  counts.skip(reason)
}

const reasons: Readonly<Record<string, string>> = {
  thinking: 'reasoning',
  redacted_thinking: 'reasoning',
  tool_use: 'tool',
  server_tool_use: 'tool',
  tool_result: 'tool',
  web_search_tool_result: 'tool',
}

function blockText(block: Fields, { result, counts }: { result: unknown; counts: Counts }): readonly string[] {
  const type = textOf(block['type']) ?? 'untyped'
  if (type === 'text') return [textOf(block['text']) ?? ''].filter((text) => text !== '')
  if (type === 'image' || type === 'document') return [`[${type}]`]
  const words =
    type === 'tool_result' ? answeredWords(block, result) : type === 'tool_use' ? shownByTool(block) : undefined
  if (words !== undefined) return [words]
  const reason = reasons[type]
  return reason === undefined ? [counts.unknownBlock(type)] : counts.skip(reason)
}
